//===- passes/Instrument.h - Calls before all that can be noticed ---------===//
//
//   opt-19 -load-pass-plugin=RbCheckPass.so -passes=rbcheck-instrument a.bc
//
// Puts a call of `void __rb_point(i64 id)` before every site (SiteIds.h) of the
// module that other threads may notice, and before every access and library
// call that may fail. The ids are those of the marks. A native program built
// from such a module can be led along a schedule of rbcheck: the machine and
// the native program come by the same points in the same order
// (docs/native-replay.md).
//
// Promise: adds those calls and nothing else; a call carries the source
// location of the site behind it. Points stand in the program's own code only,
// so this runs before anything of rbcheck's library is linked.
// Tested by test/passes/instrument.c and test/native.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/PassManager.h"

namespace rbcheck {

/// The function that is called at every point.
constexpr const char *kPointName = "__rb_point";

/// Instruments \p module; it must be valid and not instrumented.
void instrument(llvm::Module &module);

class InstrumentPass : public llvm::PassInfoMixin<InstrumentPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace rbcheck
