//===- passes/OpenUninitialised.cpp - Locals begin with an open value -----===//
#include "passes/Normalise.h"
#include "passes/Representatives.h"
#include "passes/Uninitialised.h"
#include "passes/UninitialisedLocks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CFG.h"
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

/// Where a local has been given a value: on some way there, on all ways. Only
/// blocks that change that are looked into.
class Given {
public:
  explicit Given(const AllocaInst &local)
      : entry_(local.getFunction()->getEntryBlock()) {
    for (const User *user : local.users()) {
      auto *inst = cast<Instruction>(user);
      if (isa<StoreInst>(inst) || beginsLife(*inst, local))
        changes_[inst->getParent()].push_back(inst);
    }
    for (auto &[block, changes] : changes_)
      sort(changes, [](const Instruction *one, const Instruction *other) {
        return one->comesBefore(other);
      });
    // Ways with a write, forward from the writes; ways without, from the begin.
    follow(possible_, true);
    follow(missing_, false);
  }

  bool isPossible(const Instruction &at) const {
    return behind(*at.getParent(), &at, possible_.contains(at.getParent()));
  }
  bool isCertain(const Instruction &at) const {
    const BasicBlock *block = at.getParent();
    const bool mayMiss = missing_.contains(block) || block == &entry_;
    return behind(*block, &at, !mayMiss);
  }

private:
  using Blocks = DenseSet<const BasicBlock *>;

  /// Collects the blocks that can be entered with the local given or not.
  void follow(Blocks &entered, bool isGiven) const {
    std::vector<const BasicBlock *> open;
    for (const auto &[block, changes] : changes_)
      if (behind(*block, nullptr, !isGiven) == isGiven)
        open.push_back(block);
    if (!isGiven && !behind(entry_, nullptr, false))
      open.push_back(&entry_);
    while (!open.empty()) {
      const BasicBlock *block = open.back();
      open.pop_back();
      for (const BasicBlock *next : successors(block))
        if (entered.insert(next).second &&
            behind(*next, nullptr, isGiven) == isGiven)
          open.push_back(next);
    }
  }

  /// Whether it is given before \p end (or at the end of the block).
  bool behind(const BasicBlock &block, const Instruction *end,
              bool isGiven) const {
    auto found = changes_.find(&block);
    if (found == changes_.end())
      return isGiven;
    for (const Instruction *change : found->second) {
      if (end && !change->comesBefore(end))
        break;
      isGiven = isa<StoreInst>(change);
    }
    return isGiven;
  }

  const BasicBlock &entry_;
  DenseMap<const BasicBlock *, SmallVector<const Instruction *, 4>> changes_;
  Blocks possible_, missing_;
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

/// Whether anything is made of it. Of a function that ends without a return
/// nobody needs to use the result.
bool isUsed(const LoadInst &read) {
  return any_of(read.users(),
                [](const User *user) { return !isa<ReturnInst>(user); });
}

struct Reads {
  SmallVector<LoadInst *, 4> open;    ///< some way there has no write
  const LoadInst *certain = nullptr; ///< no way there has one
};

Reads readsOf(AllocaInst &local) {
  Reads reads;
  const Given given(local);
  for (User *user : local.users())
    if (auto *load = dyn_cast<LoadInst>(user);
        load && isUsed(*load) && !given.isCertain(*load)) {
      reads.open.push_back(load);
      if (!given.isPossible(*load))
        reads.certain = load;
    }
  return reads;
}

FunctionCallee valueFunction(Module &module, Type *type) {
  return module.getOrInsertFunction(kUninitialisedValue + wordOf(*type), type);
}

/// A second local says whether the first was given a value: before each read
/// that may come too early it is asked.
void watch(AllocaInst &local, ArrayRef<Instruction *> begins,
           ArrayRef<LoadInst *> reads, OpenLocal &open) {
  Module &module = *local.getModule();
  IRBuilder<> builder(&local);
  FunctionCallee ask =
      module.getOrInsertFunction(kUninitialisedUnless, builder.getVoidTy(),
                                 builder.getInt1Ty());
  AllocaInst *isGiven = builder.CreateAlloca(builder.getInt1Ty());
  auto remember = [&](Instruction *behind, bool value) {
    IRBuilder<> at(behind->getNextNode());
    at.CreateStore(at.getInt1(value), isGiven);
  };
  for (User *user : local.users())
    if (auto *store = dyn_cast<StoreInst>(user))
      remember(store, true);
  for (Instruction *begin : begins)
    remember(begin, false);
  for (LoadInst *read : reads) {
    IRBuilder<> at(read);
    CallInst *call = at.CreateCall(ask, at.CreateLoad(at.getInt1Ty(), isGiven));
    call->setDoesNotThrow();
    open.asked.emplace_back(call);
  }
}

void openLocal(AllocaInst &local, const Reads &reads, OpenLocals &all) {
  OpenLocal open;
  SmallVector<Instruction *, 4> begins{&local};
  for (User *user : local.users())
    if (auto *inst = cast<Instruction>(user); beginsLife(*inst, local))
      begins.push_back(inst);
  watch(local, begins, reads.open, open);
  FunctionCallee value =
      valueFunction(*local.getModule(), local.getAllocatedType());
  for (Instruction *begin : begins) {
    IRBuilder<> builder(begin->getNextNode());
    builder.SetCurrentDebugLocation(reads.open.back()->getDebugLoc());
    CallInst *call = builder.CreateCall(value);
    call->setDoesNotThrow();
    builder.CreateStore(call, &local);
    open.values.emplace_back(call);
  }
  all.push_back(std::move(open));
}

void openFunction(Function &function, OpenLocals &all) {
  SmallVector<std::pair<AllocaInst *, Reads>, 4> found;
  for (Instruction &inst : function.getEntryBlock()) {
    auto *local = dyn_cast<AllocaInst>(&inst);
    if (!local || !local->isStaticAlloca() || local->isArrayAllocation() ||
        wordOf(*local->getAllocatedType()).empty() ||
        !isAllocaPromotable(local))
      continue;
    Reads reads = readsOf(*local);
    // A pointer that may have no value is null then, and found when it is used.
    if (reads.certain ||
        (!reads.open.empty() && local->getAllocatedType()->isIntegerTy()))
      found.push_back({local, std::move(reads)});
  }
  for (auto &[local, reads] : found)
    openLocal(*local, reads, all);
}

Constant *constantOf(Type *type, uint64_t value) {
  if (!type->isPointerTy())
    return ConstantInt::get(type, value);
  return cast<ConstantPointerNull>(
      Constant::getNullValue(type)); // others are kept as calls
}

/// A value that comes into play on one edge only is chosen there, if that is not
/// taken again in the same life.
void sink(CallInst &value) {
  auto *phi = value.hasOneUse() ? dyn_cast<PHINode>(*value.user_begin())
                                : nullptr;
  if (!phi)
    return;
  Instruction *end =
      phi->getIncomingBlock(*value.use_begin())->getTerminator();
  for (BasicBlock *next : successors(end->getParent()))
    if (isPotentiallyReachable(next, end->getParent()))
      return;
  Instruction *behind = value.getNextNode();
  value.moveBefore(end);
  if (representatives(value).empty()) // less is certain there
    value.moveBefore(behind);
}

void take(CallInst &call, const std::vector<uint64_t> &values,
          ArrayRef<Constant *> locks) {
  const bool isWild =
      call.getType()->isPointerTy() && is_contained(values, kWildPointer);
  if (isWild)
    chooseLock(call, locks);
  if (values.size() > 1 || isWild)
    return sink(call);
  call.replaceAllUsesWith(constantOf(call.getType(), values[0]));
  call.eraseFromParent();
}

/// Too many values: 0 is taken, and said where it is read.
void giveUp(OpenLocal &local) {
  for (WeakVH &value : local.values)
    if (auto *call = cast_or_null<CallInst>(value)) {
      call->replaceAllUsesWith(UndefValue::get(call->getType()));
      call->eraseFromParent();
    }
  for (WeakVH &asked : local.asked) {
    auto *call = cast_or_null<CallInst>(asked);
    if (!call)
      continue;
    auto *isGiven = dyn_cast<ConstantInt>(call->getArgOperand(0));
    if (isGiven && isGiven->isZero())
      IRBuilder<>(call).CreateCall(call->getModule()->getOrInsertFunction(
          kUninitialised, Type::getVoidTy(call->getContext())));
    if (isGiven)
      call->eraseFromParent();
  }
}

void settle(OpenLocal &local, ArrayRef<Constant *> locks) {
  std::vector<std::vector<uint64_t>> values;
  for (const WeakVH &value : local.values) {
    values.push_back(value ? representatives(*cast<CallInst>(value))
                           : std::vector<uint64_t>{0});
    if (values.back().empty())
      return giveUp(local);
  }
  for (size_t i = 0; i < values.size(); ++i)
    if (auto *call = cast_or_null<CallInst>(local.values[i]))
      take(*call, values[i], locks);
  for (const WeakVH &asked : local.asked)
    if (auto *call = cast_or_null<CallInst>(asked))
      call->eraseFromParent();
}

} // namespace

bool mayBeReadUnset(AllocaInst &local) {
  // Threads whose function has no return end with anything.
  const Function &function = *local.getFunction();
  const bool mayBeThread =
      function.hasAddressTaken() && function.getReturnType()->isPointerTy();
  const Given given(local);
  return any_of(local.users(), [&](User *user) {
    auto *load = dyn_cast<LoadInst>(user);
    return load && (!mayBeThread || isUsed(*load)) && !load->use_empty() &&
           !given.isCertain(*load);
  });
}

OpenLocals openUninitialised(Module &module) {
  OpenLocals all;
  for (Function &function : module)
    if (!function.isDeclaration() && !callsSetjmp(function))
      openFunction(function, all);
  return all;
}

void settleUninitialised(Module &module, OpenLocals &locals) {
  const SmallVector<Constant *, 4> locks = locksOf(module);
  for (OpenLocal &local : locals)
    settle(local, locks);
}

} // namespace rbcheck
