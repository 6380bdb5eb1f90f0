//===- passes/AtomicFunctions.cpp - Functions that are one atomic step ----===//
#include "passes/AtomicFunctions.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"

using namespace llvm;

namespace rbcheck {
namespace {

constexpr StringLiteral kPrefix = "__VERIFIER_atomic_";
/// On functions that have their calls.
constexpr StringLiteral kDone = "rbcheck-atomic";

bool isAtomicFunction(const Function &function) {
  StringRef name = function.getName();
  if (name.consume_front("_Z")) // C++: the length comes first
    name = name.drop_while([](char c) { return c >= '0' && c <= '9'; });
  return !function.isDeclaration() && name.consume_front(kPrefix) &&
         name != "begin" && name != "end" && !isOneStep(function);
}

void makeAtomic(Function &function, FunctionCallee begin, FunctionCallee end) {
  DebugLoc start;
  if (DISubprogram *described = function.getSubprogram())
    start = DILocation::get(function.getContext(), described->getScopeLine(), 0,
                            described);
  // First the ways out: the way in is none of them.
  EscapeEnumerator exits(function, "atomic_cleanup",
                         /*HandleExceptions=*/!function.doesNotThrow());
  while (IRBuilder<> *builder = exits.Next()) {
    if (!builder->getCurrentDebugLocation())
      builder->SetCurrentDebugLocation(start);
    builder->CreateCall(end)->setDoesNotThrow();
  }
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  builder.SetCurrentDebugLocation(start);
  builder.CreateCall(begin)->setDoesNotThrow();
  function.addFnAttr(kDone);
}

} // namespace

bool isOneStep(const Function &function) {
  return function.hasFnAttribute(kDone);
}

void makeAtomicFunctions(Module &module) {
  SmallVector<Function *, 8> functions;
  for (Function &function : module)
    if (isAtomicFunction(function))
      functions.push_back(&function);
  if (functions.empty())
    return;
  auto *type = FunctionType::get(Type::getVoidTy(module.getContext()), false);
  FunctionCallee begin = module.getOrInsertFunction("rb_atomic_begin", type);
  FunctionCallee end = module.getOrInsertFunction("rb_atomic_end", type);
  for (Function *function : functions)
    makeAtomic(*function, begin, end);
}

} // namespace rbcheck
