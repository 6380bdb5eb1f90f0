//===- passes/MarkSharedAccesses.h - The marking pass ---------------------===//
//
//   opt-19 -load-pass-plugin=RbCheckPass.so -passes=rbcheck-mark a.ll -S
//   opt-19 ... -passes='rbcheck-mark<program>'   ; the module is all there is
//
// Clears old marks, numbers every site, and keeps the marks of those that may
// be shared (passes/SharedAccess.h). Promise: changes metadata, nothing else.
// Tested by test/passes/marks-*, escape-* and ids-*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/Escape.h"

#include "llvm/IR/PassManager.h"

namespace rbcheck {

/// Marks exactly the sites of \p module that may be shared. Sites that carry a
/// mark already keep its id.
void markSharedAccesses(llvm::Module &module, Scope scope);

class MarkSharedAccessesPass
    : public llvm::PassInfoMixin<MarkSharedAccessesPass> {
public:
  explicit MarkSharedAccessesPass(Scope scope) : scope_(scope) {}

  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);

  /// Marks are wanted at -O0 too.
  static bool isRequired() { return true; }

private:
  Scope scope_;
};

} // namespace rbcheck
