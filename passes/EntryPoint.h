//===- passes/EntryPoint.h - Everything from process start to exit --------===//
//
//   opt-19 -load-pass-plugin=RbCheckPass.so -passes=rbcheck-entry a.ll -S
//
// Builds `void @__rb_start(i32 argc, ptr argv, ptr envp)`, where the first
// thread begins. In the order of the C library it
//   1. registers the destructor functions of @llvm.global_dtors with atexit,
//      lowest priority number first, so that they run last and in reverse;
//   2. calls the constructor functions of @llvm.global_ctors, lowest first,
//      in the order of the list where priorities are equal;
//   3. calls main with as many of the three arguments as it takes;
//   4. calls exit with what main returned, 0 if it returns void.
// Both lists are gone afterwards. A module that has @__rb_start is left alone.
// Tested by test/passes/entry-*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace rbcheck {

/// Name of the function the machine starts in.
inline constexpr llvm::StringLiteral kEntryPointName = "__rb_start";

/// Builds the entry point of \p module. Fails, without a change, if there is
/// no main or one that cannot be called.
llvm::Error buildEntryPoint(llvm::Module &module);

class EntryPointPass : public llvm::PassInfoMixin<EntryPointPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace rbcheck
