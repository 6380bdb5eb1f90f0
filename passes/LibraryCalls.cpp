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

bool touchesArgument(StringRef name, unsigned arg) {
  return arg < 32 && (registered().lookup(name).touched >> arg & 1);
}

const Function *startedBy(const CallBase &call, unsigned &argument) {
  const Function *callee = call.getCalledFunction();
  if (!callee || isDefinedHere(*callee))
    return nullptr;
  const int starts = registered().lookup(callee->getName()).starts;
  if (starts < 0 || unsigned(starts) + 1 >= call.arg_size())
    return nullptr;
  argument = unsigned(starts) + 1;
  auto *started = dyn_cast<Function>(call.getArgOperand(unsigned(starts)));
  return started && isDefinedHere(*started) ? started : nullptr;
}

bool hasOpenResult(StringRef name) { return registered().lookup(name).isOpen; }

bool isAssumption(StringRef name) { return registered().lookup(name).assumes; }

bool isAllocation(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && !isDefinedHere(*callee) &&
         registered().lookup(callee->getName()).allocates;
}

} // namespace rbcheck
