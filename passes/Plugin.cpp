//===- passes/Plugin.cpp - The passes as a plug-in for opt and clang ------===//
//
//   opt-19 -load-pass-plugin=RbCheckPass.so -passes=<name in Passes.def>
//   clang-19 -g -O0 -fpass-plugin=RbCheckPass.so -emit-llvm -c prog.c
//
// In clang the marking runs by itself, last, at every level and before LTO. If
// RBCHECK_INSTRUMENT is set in the environment, the code is instrumented first
// (passes/Instrument.h).
// LLVM's symbols come from the host program's libLLVM; this library must not
// bring its own copy.
// Tested by test/passes/plugin.test.
//
//===----------------------------------------------------------------------===//
#include "passes/EntryPoint.h"
#include "passes/InlineWrappers.h"
#include "passes/Instrument.h"
#include "passes/MarkSharedAccesses.h"
#include "passes/Normalise.h"
#include "passes/Pipeline.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

#include <cstdlib>

using namespace llvm;

namespace rbcheck {
namespace {

bool parsePass(StringRef name, ModulePassManager &passes,
               ArrayRef<PassBuilder::PipelineElement>) {
#define RB_MODULE_PASS(text, pass)                                             \
  if (name == (text)) {                                                        \
    passes.addPass(pass);                                                      \
    return true;                                                               \
  }
#include "passes/Passes.def"
#undef RB_MODULE_PASS
  return false;
}

void registerPasses(PassBuilder &builder) {
  builder.registerPipelineParsingCallback(parsePass);
  builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) {
        if (std::getenv("RBCHECK_INSTRUMENT"))
          passes.addPass(InstrumentPass());
        passes.addPass(MarkSharedAccessesPass(Scope::Module));
      });
}

} // namespace
} // namespace rbcheck

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "RbCheckPass", LLVM_VERSION_STRING,
          rbcheck::registerPasses};
}
