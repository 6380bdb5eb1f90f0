//===- passes/InlineWrappers.h - Small functions without a frame ----------===//
//
// C++ without optimisation is mostly calls of functions that do next to nothing:
// std::move, operator*, begin(). Those that have no local in memory go into their
// callers, and what the callers gave them the address of may live in registers then.
// Into functions of the user's go only those that neither synchronise nor allocate by
// themselves; what they call keeps a frame of its own.
//
// Promise: every access that another thread could see, every operation that can
// fail and every call that is left happens in the same order with the same
// values. Only where debug info keeps the calls in stacks.
// Tested by test/passes/inline-wrappers.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/PassManager.h"

namespace rbcheck {

/// Expects normalised functions, and leaves them so (keepsUnset: Normalise.h).
void inlineWrappers(llvm::Module &module, bool keepsUnset = false);

class InlineWrappersPass : public llvm::PassInfoMixin<InlineWrappersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace rbcheck
