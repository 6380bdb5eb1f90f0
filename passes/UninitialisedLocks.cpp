//===- passes/UninitialisedLocks.cpp - Locks that nobody gave -------------===//
#include "passes/UninitialisedLocks.h"

#include "passes/LibraryCalls.h"
#include "passes/Uninitialised.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rbcheck {
namespace {

bool isLockCall(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || isDefinedHere(*callee) || call.arg_empty())
    return false;
  const MarkKind kind = getLibraryCallKind(callee->getName());
  return kind == MarkKind::Lock || kind == MarkKind::Unlock;
}

bool isLock(const CallInst &value) {
  return any_of(value.users(), [&](const User *user) {
    auto *call = dyn_cast<CallBase>(user);
    return call && isLockCall(*call) && call->getArgOperand(0) == &value;
  });
}

} // namespace

SmallVector<Constant *, 4> locksOf(const Module &module) {
  constexpr size_t kMostLocks = 4;
  SmallSetVector<Constant *, 4> locks;
  for (const Function &function : module)
    for (const Instruction &inst : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&inst); call && isLockCall(*call))
        if (auto *lock = dyn_cast<GlobalVariable>(call->getArgOperand(0));
            lock && locks.size() < kMostLocks)
          locks.insert(const_cast<GlobalVariable *>(lock));
  return SmallVector<Constant *, 4>(locks.begin(), locks.end());
}

void chooseLock(CallInst &value, ArrayRef<Constant *> locks) {
  if (locks.empty() || !isLock(value))
    return;
  IRBuilder<> builder(value.getNextNode());
  builder.SetCurrentDebugLocation(value.getDebugLoc());
  Type *number = builder.getInt64Ty();
  CallInst *which = builder.CreateCall(value.getModule()->getOrInsertFunction(
      kUninitialisedNumber, number));
  which->setDoesNotThrow();
  Value *chosen = &value;
  SmallVector<Instruction *, 8> own;
  for (size_t i = 0; i < locks.size(); ++i) {
    Value *isThis = builder.CreateICmpEQ(which, builder.getInt64(i + 1));
    chosen = builder.CreateSelect(isThis, locks[i], chosen);
    own.push_back(cast<Instruction>(chosen));
  }
  value.replaceUsesWithIf(chosen, [&](const Use &use) {
    return !is_contained(own, use.getUser());
  });
}

} // namespace rbcheck
