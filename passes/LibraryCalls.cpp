//===- passes/LibraryCalls.cpp - The library functions that are known -----===//
#include "passes/LibraryCalls.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace rbcheck {

static StringMap<LibraryCall> &registered() {
  static StringMap<LibraryCall> calls;
  return calls;
}

void registerLibraryCall(StringRef name, LibraryCall call) {
  registered()[name] = call;
}

bool isDefinedHere(const Function &function) {
  return !function.isDeclarationForLinker();
}

MarkKind getLibraryCallKind(StringRef name) {
  return registered().lookup(name).kind;
}

bool dropsArgument(StringRef name, unsigned arg) {
  return arg < 32 && (registered().lookup(name).dropped >> arg & 1);
}

bool isAllocation(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && !isDefinedHere(*callee) &&
         registered().lookup(callee->getName()).allocates;
}

} // namespace rbcheck
