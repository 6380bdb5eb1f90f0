//===- passes/OpenUninitialised.cpp - Locals begin with an open value -----===//
#include "passes/LibraryCalls.h"
#include "passes/Normalise.h"
#include "passes/Representatives.h"
#include "passes/Uninitialised.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace rbcheck {
namespace {

bool beginsLife(const Instruction &inst, const AllocaInst &local) {
  auto *marker = dyn_cast<IntrinsicInst>(&inst);
  return marker && marker->getIntrinsicID() == Intrinsic::lifetime_start &&
         marker->getArgOperand(1) == &local;
}

/// Where a local may have been given a value.
class Given {
public:
  explicit Given(const AllocaInst &local) : local_(local) {
    std::vector<const BasicBlock *> open;
    for (const BasicBlock &block : *local.getFunction())
      if (behind(block, nullptr, false))
        open.push_back(&block);
    while (!open.empty()) {
      const BasicBlock *block = open.back();
      open.pop_back();
      for (const BasicBlock *next : successors(block))
        if (atBegin_.insert(next).second && behind(*next, nullptr, true))
          open.push_back(next);
    }
  }

  bool before(const Instruction &inst) const {
    const BasicBlock &block = *inst.getParent();
    return behind(block, &inst, atBegin_.contains(&block));
  }

private:
  /// Whether it is given before \p end (or at the end of the block).
  bool behind(const BasicBlock &block, const Instruction *end,
              bool isGiven) const {
    for (const Instruction &inst : block) {
      if (&inst == end)
        break;
      if (auto *store = dyn_cast<StoreInst>(&inst);
          store && store->getPointerOperand() == &local_)
        isGiven = true;
      else if (beginsLife(inst, local_))
        isGiven = false;
    }
    return isGiven;
  }

  const AllocaInst &local_;
  DenseSet<const BasicBlock *> atBegin_;
};

/// "i32", "ptr"; "" for what is not followed.
std::string wordOf(const Type &type) {
  if (type.isPointerTy())
    return "ptr";
  for (unsigned bits : {1, 8, 16, 32, 64})
    if (type.isIntegerTy(bits))
      return "i" + utostr(bits);
  return "";
}

/// A read of \p local that no write comes before, whichever way is taken.
const LoadInst *certainlyOpen(const AllocaInst &local) {
  const Given given(local);
  for (const User *user : local.users())
    if (auto *load = dyn_cast<LoadInst>(user); load && !given.before(*load))
      return load;
  return nullptr;
}

void openLocal(AllocaInst &local, const LoadInst &read) {
  Module &module = *local.getModule();
  Type *type = local.getAllocatedType();
  FunctionCallee value =
      module.getOrInsertFunction(kUninitialisedValue + wordOf(*type), type);
  SmallVector<Instruction *, 4> begins{&local};
  for (User *user : local.users())
    if (auto *inst = cast<Instruction>(user); beginsLife(*inst, local))
      begins.push_back(inst);
  for (Instruction *begin : begins) {
    IRBuilder<> builder(begin->getNextNode());
    builder.SetCurrentDebugLocation(read.getDebugLoc());
    CallInst *call = builder.CreateCall(value);
    call->setDoesNotThrow();
    builder.CreateStore(call, &local);
  }
}

void openFunction(Function &function) {
  SmallVector<std::pair<AllocaInst *, const LoadInst *>, 4> found;
  for (Instruction &inst : function.getEntryBlock()) {
    auto *local = dyn_cast<AllocaInst>(&inst);
    if (!local || !local->isStaticAlloca() || local->isArrayAllocation() ||
        wordOf(*local->getAllocatedType()).empty() ||
        !isAllocaPromotable(local))
      continue;
    if (const LoadInst *read = certainlyOpen(*local))
      found.push_back({local, read});
  }
  for (auto [local, read] : found)
    openLocal(*local, *read);
}

Constant *constantOf(Type *type, uint64_t value) {
  if (!type->isPointerTy())
    return ConstantInt::get(type, value);
  return cast<ConstantPointerNull>(
      Constant::getNullValue(type)); // others are kept as calls
}

/// Whatever is made of it, it is made of 0.
void noteUsers(CallInst &value) {
  FunctionCallee note = value.getModule()->getOrInsertFunction(
      kUninitialised, Type::getVoidTy(value.getContext()));
  SmallSetVector<Instruction *, 4> places;
  for (Use &use : value.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    // Of a function that ends without a return nobody needs to use the result.
    if (isa<ReturnInst>(user))
      continue;
    auto *phi = dyn_cast<PHINode>(user);
    places.insert(phi ? phi->getIncomingBlock(use)->getTerminator() : user);
  }
  for (Instruction *place : places)
    IRBuilder<>(place).CreateCall(note)->setDoesNotThrow();
}

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

/// A few locks that the program names.
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

/// A pointer to a lock may happen to be one of those that there are: what an
/// unlock does then is not found where it points to nothing.
void chooseLock(CallInst &value, ArrayRef<Constant *> locks) {
  IRBuilder<> builder(value.getNextNode());
  builder.SetCurrentDebugLocation(value.getDebugLoc());
  Type *number = builder.getInt64Ty();
  CallInst *which = builder.CreateCall(value.getModule()->getOrInsertFunction(
      kUninitialisedValue + wordOf(*number), number));
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

} // namespace

void openUninitialised(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && !callsSetjmp(function))
      openFunction(function);
}

void settleUninitialised(Module &module) {
  SmallVector<CallInst *, 8> calls;
  for (Function &function : module)
    for (Instruction &inst : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&inst);
          call && call->getCalledFunction() &&
          call->getCalledFunction()->getName().starts_with(
              kUninitialisedValue))
        calls.push_back(call);
  const SmallVector<Constant *, 4> locks = locksOf(module);
  for (CallInst *call : calls) {
    const std::vector<uint64_t> values = representatives(*call);
    const bool isWild =
        call->getType()->isPointerTy() && is_contained(values, kWildPointer);
    if (isWild && isLock(*call) && !locks.empty())
      chooseLock(*call, locks);
    if (values.size() > 1 || isWild)
      continue;
    if (values.empty())
      noteUsers(*call);
    call->replaceAllUsesWith(values.empty()
                                 ? UndefValue::get(call->getType())
                                 : constantOf(call->getType(), values[0]));
    call->eraseFromParent();
  }
}

} // namespace rbcheck
