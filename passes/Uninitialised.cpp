//===- passes/Uninitialised.cpp - Values that nobody gave -----------------===//
#include "passes/Uninitialised.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rbcheck {
namespace {

bool isUndefined(const Value *value) {
  return isa<UndefValue>(value) && !isa<PoisonValue>(value);
}

/// What the value decides: a branch, an answer, or which memory is meant.
bool dependsOnUndefined(const Instruction &inst) {
  if (isa<CmpInst>(inst))
    return isUndefined(inst.getOperand(0)) || isUndefined(inst.getOperand(1));
  if (auto *branch = dyn_cast<BranchInst>(&inst))
    return branch->isConditional() && isUndefined(branch->getCondition());
  if (auto *choice = dyn_cast<SwitchInst>(&inst))
    return isUndefined(choice->getCondition());
  if (auto *address = dyn_cast<GetElementPtrInst>(&inst))
    return isUndefined(address->getPointerOperand());
  if (const Value *address = getLoadStorePointerOperand(&inst))
    return isUndefined(address);
  auto *call = dyn_cast<CallBase>(&inst);
  return call && !isa<IntrinsicInst>(call) &&
         any_of(call->args(), [](const Use &argument) {
           return argument->getType()->isPointerTy() && isUndefined(argument);
         });
}

bool isNoted(const Instruction &inst) {
  auto *before = dyn_cast_or_null<CallInst>(inst.getPrevNonDebugInstruction());
  const Function *callee = before ? before->getCalledFunction() : nullptr;
  return callee && callee->getName() == kUninitialised;
}

} // namespace

void noteUninitialised(Module &module) {
  SmallVector<Instruction *, 8> found;
  for (Function &function : module)
    for (Instruction &inst : instructions(function))
      if (dependsOnUndefined(inst) && !isNoted(inst))
        found.push_back(&inst);
  if (found.empty())
    return;
  FunctionCallee note = module.getOrInsertFunction(
      kUninitialised, Type::getVoidTy(module.getContext()));
  for (Instruction *inst : found) {
    IRBuilder<> builder(inst);
    builder.CreateCall(note)->setDoesNotThrow();
  }
}

} // namespace rbcheck
