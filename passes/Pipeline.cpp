//===- passes/Pipeline.cpp - The order of the passes, and why -------------===//
//
//   verify      -> number      everything after it may assume valid IR.
//   number      -> normalise   ids count the instructions of the source; after
//                              promotion some of them are gone, and the ids
//                              would no longer be those of the plug-in.
//   number      -> atomic      the calls it adds are none of the source's.
//   atomic      -> normalise   locals of a function that is one step are local
//                              all the same.
//   open        -> normalise   two reads of a local without a value agree; once
//                              it is promoted each could have its own.
//   normalise   -> settle      what a value decides is seen in registers.
//   settle      -> note        what is left has no value.
//   note        -> inline      what is noted about a local is noted in its own
//                              function.
//   normalise   -> inline      only functions without locals in memory are copied.
//   normalise   -> entry       the entry point is straight-line code over
//                              arguments: nothing there to normalise.
//   entry       -> mark        its calls need marks too, and as it takes the
//                              constructor lists away, fewer addresses are
//                              taken when the analysis looks.
//   normalise   -> mark        pointers in registers are traced better than
//                              pointers in memory: fewer marks.
// Tested by test/passes/pipeline-*.
//
//===----------------------------------------------------------------------===//
#include "passes/Pipeline.h"

#include "passes/AtomicFunctions.h"
#include "passes/EntryPoint.h"
#include "passes/InlineWrappers.h"
#include "passes/MarkSharedAccesses.h"
#include "passes/Marks.h"
#include "passes/Normalise.h"
#include "passes/SiteIds.h"
#include "passes/Uninitialised.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace rbcheck {
namespace {

Error fail(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

Error checkTarget(const Module &module) {
  // Hand-written IR may leave the target out.
  StringRef triple = module.getTargetTriple();
  if (!triple.empty() && Triple(triple).getArch() != Triple::x86_64)
    return fail("the program is built for '" + triple +
                "', rbcheck needs x86-64 (--target=x86_64-linux-gnu)");
  const DataLayout &dl = module.getDataLayout();
  if (!dl.isLittleEndian() || dl.getPointerSizeInBits() != 64)
    return fail("the program is built for '" + triple + "' with data layout '" +
                dl.getStringRepresentation() +
                "', rbcheck needs 64-bit pointers and little-endian memory");
  return Error::success();
}

Error verify(Module &module) {
  std::string text;
  raw_string_ostream os(text);
  bool hasBrokenDebugInfo = false;
  if (verifyModule(module, &os, &hasBrokenDebugInfo))
    return fail("the module is not valid LLVM IR: " +
                StringRef(os.str()).rtrim());
  if (hasBrokenDebugInfo)
    StripDebugInfo(module);
  return Error::success();
}

/// A warning on its way to opt.
class Warning : public DiagnosticInfo {
public:
  explicit Warning(StringRef text)
      : DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), DS_Warning),
        text_(text) {}
  void print(DiagnosticPrinter &printer) const override { printer << text_; }

private:
  StringRef text_;
};

} // namespace

Error checkModule(const Module &module, std::string *warning) {
  if (Error error = checkTarget(module))
    return error;
  if (all_of(module, [](const Function &f) { return f.isDeclaration(); }))
    return fail("the module defines no function; if it comes from a ThinLTO "
                "link, build with -flto=full instead of -flto=thin");
  const Function *main = module.getFunction("main");
  if (!main || main->isDeclaration())
    return fail("the program has no definition of 'main'; is this all of it? "
                "(link with llvm-link-19, or build with -flto=full, not thin)");
  if (warning) {
    warning->clear();
    if (module.debug_compile_units().empty())
      *warning = "the program has no debug info, so reports cannot name source "
                 "lines; compile with -g";
  }
  return Error::success();
}

Error prepareForChecking(Module &module, bool keepsUnset) {
  if (Error error = verify(module))
    return error;
  clearMarks(module);
  numberSites(module);
  makeAtomicFunctions(module);
  OpenLocals open;
  if (!keepsUnset)
    open = openUninitialised(module);
  normalise(module, keepsUnset);
  settleUninitialised(module, open);
  noteUninitialised(module);
  inlineWrappers(module, keepsUnset);
  if (Error error = buildEntryPoint(module))
    return error;
  markSharedAccesses(module, Scope::Program);
  return Error::success();
}

PreservedAnalyses PreparePass::run(Module &module, ModuleAnalysisManager &) {
  std::string warning;
  Error error = checkModule(module, &warning);
  if (!error)
    error = prepareForChecking(module);
  if (error)
    module.getContext().emitError(toString(std::move(error)));
  if (!warning.empty())
    module.getContext().diagnose(Warning(warning));
  return PreservedAnalyses::none();
}

} // namespace rbcheck
