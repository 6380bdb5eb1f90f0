//===- passes/Normalise.h - Less work for the interpreter -----------------===//
//
//   opt-19 -load-pass-plugin=RbCheckPass.so -passes=rbcheck-normalise a.ll -S
//
// What rbcheck runs at load time before decoding, so that -O0 code is cheap to
// interpret: unreachable blocks go, hints go (lifetime, assume, expect, ...),
// locals that are only loaded and stored become registers, pure instructions
// nobody uses go. Debug records replace debug intrinsics.
//
// Promise: every access to memory another thread could see stays, once, where
// it was, with its size, its volatile and its debug location. So does whatever
// may fault: an access out of bounds, a division that may trap. Functions that
// call setjmp keep their locals in memory, as the standard's volatile rule and
// native -O0 code expect.
// Tested by test/passes/normalise-*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

namespace rbcheck {

/// Normalises \p module in place; it must be valid.
/// \p keepsUnset: but for locals that may be read before they are written.
void normalise(llvm::Module &module, bool keepsUnset = false);

/// After calls in it were inlined.
void normaliseAgain(llvm::Function &function, bool keepsUnset = false);

/// Whether \p inst does nothing but compute a value, on every input. Arithmetic
/// that may trap or overflow does more: a check may want to report it.
bool isPure(const llvm::Instruction &inst);

/// Whether it calls setjmp. LLVM does not count __builtin_setjmp.
bool callsSetjmp(const llvm::Function &function);

class NormalisePass : public llvm::PassInfoMixin<NormalisePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace rbcheck
