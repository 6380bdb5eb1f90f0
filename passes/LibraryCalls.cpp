//===- passes/LibraryCalls.cpp - Lookup in LibraryCalls.def ---------------===//
//
// One StringSwitch per question, both made from the same rows.
// Tested by test/passes/marks-calls.c and test/passes/escape-library.ll.
//
//===----------------------------------------------------------------------===//
#include "passes/LibraryCalls.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace rbcheck {

bool isDefinedHere(const Function &function) {
  return !function.isDeclarationForLinker();
}

MarkKind getLibraryCallKind(StringRef name) {
  StringSwitch<MarkKind> rows(name);
#define RB_CALL(name, kind, dropped) rows.Case(name, MarkKind::kind);
#include "passes/LibraryCalls.def"
#undef RB_CALL
  return rows.Default(MarkKind::Call);
}

bool dropsArgument(StringRef name, unsigned arg) {
  StringSwitch<unsigned> rows(name);
#define RB_ARG(n) (1u << (n))
#define RB_CALL(name, kind, dropped) rows.Case(name, dropped);
#include "passes/LibraryCalls.def"
#undef RB_CALL
#undef RB_ARG
  return arg < 32 && (rows.Default(0u) >> arg & 1);
}

bool isAllocation(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || isDefinedHere(*callee))
    return false;
  return StringSwitch<bool>(callee->getName())
      .Cases("malloc", "calloc", "aligned_alloc", true)
      .Cases("_Znwm", "_Znam", true)
      .Default(false);
}

} // namespace rbcheck
