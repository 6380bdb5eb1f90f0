//===- passes/Pipeline.h - From a loaded module to marked IR --------------===//
//
//   opt-19 -load-pass-plugin=RbCheckPass.so -passes=rbcheck-prepare a.ll -S
//
// What rbcheck does between linking and decoding. `checkModule` first says
// whether the module is one we can check at all, `prepareForChecking` then
// turns it into what the decoder expects.
// Tested by test/passes/pipeline-*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace rbcheck {

/// Fails, with a message for the user, unless \p module is a whole x86-64
/// program with a main. \p warning, if given, gets a text (or stays empty) for
/// what hurts but can be borne: no debug info.
llvm::Error checkModule(const llvm::Module &module,
                        std::string *warning = nullptr);

/// Normalises \p module, gives it the entry point @__rb_start and marks it as
/// the whole program. Fails if the module is broken or has no main; broken
/// debug info alone is dropped. \p module must be linked already, library
/// bitcode included: a function it declares only is taken for a model.
/// \p keepsUnset: locals that may be read before they are written stay in
/// memory, and no value is chosen for them.
llvm::Error prepareForChecking(llvm::Module &module, bool keepsUnset = false);

/// Both of the above, as a pass; only for opt and tests.
class PreparePass : public llvm::PassInfoMixin<PreparePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace rbcheck
