//===- passes/Normalise.cpp - Less work for the interpreter ---------------===//
//
// Only tools that cannot touch a shared access are used. LLVM's SROA, DCE and
// removeUnreachableBlocks can: they take unused loads and divisions away and
// turn a store to null into `unreachable`.
// Tested by test/passes/normalise-*.
//
//===----------------------------------------------------------------------===//
#include "passes/Normalise.h"

#include "passes/Uninitialised.h"

#include "passes/SplitLocal.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace rbcheck {
namespace {

constexpr const char *kScopesAttribute = "rb-scopes";

/// What \p call stands for: itself (null), nothing, or a value.
struct Lowering {
  bool isHint = false;
  Value *value = nullptr;
};

/// Whether a marker begins or ends the life of a whole local variable.
bool marksLocal(const IntrinsicInst &marker, const DataLayout &dl) {
  auto *local = dyn_cast<AllocaInst>(marker.getArgOperand(1));
  if (!local || !local->isStaticAlloca() || local->isArrayAllocation())
    return false;
  auto *size = cast<ConstantInt>(marker.getArgOperand(0));
  return size->isMinusOne() ||
         size->getValue() == dl.getTypeAllocSize(local->getAllocatedType());
}

Lowering lower(IntrinsicInst &call, const DataLayout &dl, bool keepsScopes) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
    return {.isHint = !keepsScopes || !marksLocal(call, dl)};
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::prefetch:
  case Intrinsic::var_annotation:
    return {.isHint = true};
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::annotation:
  case Intrinsic::ptr_annotation:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ssa_copy:
  case Intrinsic::arithmetic_fence:
    return {.isHint = true, .value = call.getArgOperand(0)};
  case Intrinsic::is_constant:
    // Before promotion, so that the answer is that of native -O0 code.
    return {.isHint = true,
            .value = ConstantInt::getBool(
                call.getContext(), isa<Constant>(call.getArgOperand(0)))};
  case Intrinsic::objectsize:
    return {.isHint = true,
            .value = lowerObjectSizeCall(&call, dl, /*TLI=*/nullptr,
                                         /*MustSucceed=*/true)};
  default:
    return {};
  }
}

void lowerHints(Function &function, bool keepsScopes) {
  const DataLayout &dl = function.getDataLayout();
  for (Instruction &inst : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<IntrinsicInst>(&inst);
    if (!call)
      continue;
    Lowering lowering = lower(*call, dl, keepsScopes);
    if (!lowering.isHint)
      continue;
    if (lowering.value)
      call->replaceAllUsesWith(lowering.value);
    else if (!call->use_empty())
      call->replaceAllUsesWith(PoisonValue::get(call->getType()));
    call->eraseFromParent();
  }
}

bool promoteLocals(Function &function, bool keepsUnset) {
  if (callsSetjmp(function))
    return false;
  if (!keepsUnset) // a member has no name to be told by
    splitLocals(function);
  SmallVector<AllocaInst *, 16> locals;
  for (Instruction &inst : function.getEntryBlock())
    if (auto *local = dyn_cast<AllocaInst>(&inst);
        local && local->isStaticAlloca())
      locals.push_back(local);
  erase_if(locals, [&](AllocaInst *local) {
    return !isAllocaPromotable(local) ||
           (keepsUnset && mayBeReadUnset(*local));
  });
  if (locals.empty())
    return false;
  DominatorTree dominators(function);
  PromoteMemToReg(locals, dominators);
  return true;
}

void removeUnusedPure(Function &function) {
  SmallSetVector<Instruction *, 32> work;
  for (Instruction &inst : instructions(function))
    if (inst.use_empty() && isPure(inst))
      work.insert(&inst);
  while (!work.empty()) {
    Instruction *inst = work.pop_back_val();
    SmallVector<Value *, 4> operands(inst->operands());
    salvageDebugInfo(*inst);
    inst->eraseFromParent();
    for (Value *operand : operands) {
      auto *source = dyn_cast<Instruction>(operand);
      if (source && source->use_empty() && isPure(*source))
        work.insert(source);
    }
  }
}

/// A struct that is put together only to be taken apart.
void forwardMembers(Function &function) {
  for (Instruction &inst : make_early_inc_range(instructions(function)))
    if (auto *member = dyn_cast<ExtractValueInst>(&inst))
      if (Value *value = FindInsertedValue(member->getAggregateOperand(),
                                           member->getIndices());
          value && !isa<ExtractValueInst>(value)) {
        member->replaceAllUsesWith(value);
        member->eraseFromParent();
      }
}

/// Writes 0 where the lives of locals begin.
std::vector<WeakVH> fillLocals(Function &function) {
  std::vector<WeakVH> fills;
  const DataLayout &dl = function.getDataLayout();
  auto fill = [&](AllocaInst &local, Instruction &before) {
    IRBuilder<> builder(&before);
    Type *type = local.getAllocatedType();
    fills.push_back(
        type->isSingleValueType()
            ? cast<Value>(builder.CreateStore(Constant::getNullValue(type), &local))
            : builder.CreateMemSet(&local, builder.getInt8(0),
                                   dl.getTypeAllocSize(type), local.getAlign()));
  };
  for (Instruction &inst : make_early_inc_range(function.getEntryBlock())) {
    auto *local = dyn_cast<AllocaInst>(&inst);
    if (!local || !local->isStaticAlloca() || local->isArrayAllocation() ||
        local->getAllocatedType()->isScalableTy())
      continue;
    SmallVector<Instruction *, 2> begins;
    for (User *user : local->users())
      if (auto *marker = dyn_cast<IntrinsicInst>(user);
          marker && marker->getIntrinsicID() == Intrinsic::lifetime_start)
        begins.push_back(marker->getNextNode());
    begins.push_back(local->getNextNode());
    for (Instruction *begin : begins)
      fill(*local, *begin);
  }
  return fills;
}

/// Whether the markers of locals' lives are those of the source. An optimiser
/// may read a dead local (what it gets is not used), or move the computation
/// of an address out of a scope, so there they say nothing about errors.
/// setjmp can go back into a scope that was left.
bool hasTrueScopes(const Function &function) {
  return (function.hasOptNone() || function.hasFnAttribute(kScopesAttribute)) &&
         !callsSetjmp(function);
}

/// Takes away markers of locals that are used for nothing else, or that would
/// never begin to live.
void removeIdleMarkers(Function &function) {
  for (Instruction &inst : make_early_inc_range(function.getEntryBlock())) {
    auto *local = dyn_cast<AllocaInst>(&inst);
    if (!local)
      continue;
    SmallVector<IntrinsicInst *, 4> markers;
    bool isUsed = false, isStarted = false;
    for (User *user : local->users()) {
      auto *call = dyn_cast<IntrinsicInst>(user);
      if (call && call->isLifetimeStartOrEnd())
        markers.push_back(call);
      else
        isUsed = true;
      isStarted |= call && call->getIntrinsicID() == Intrinsic::lifetime_start;
    }
    if (!isUsed || !isStarted)
      for (IntrinsicInst *marker : markers)
        marker->eraseFromParent();
  }
}

void normaliseFunction(Function &function, bool keepsUnset) {
  const bool keepsScopes = hasTrueScopes(function);
  function.removeFnAttr(Attribute::OptimizeNone);
  if (keepsScopes) // for who normalises again
    function.addFnAttr(kScopesAttribute);
  EliminateUnreachableBlocks(function);
  lowerHints(function, keepsScopes);
  promoteLocals(function, keepsUnset);
  removeIdleMarkers(function);
  removeUnusedPure(function);
}

} // namespace

bool isPure(const Instruction &inst) {
  if (isa<GetElementPtrInst, CastInst, CmpInst, PHINode, SelectInst, FreezeInst,
          ExtractValueInst, InsertValueInst, ShuffleVectorInst>(inst))
    return true;
  if (auto *local = dyn_cast<AllocaInst>(&inst))
    return local->isStaticAlloca(); // others may overflow the stack
  if (isa<BinaryOperator, UnaryOperator, ExtractElementInst, InsertElementInst>(
          inst))
    return isSafeToSpeculativelyExecute(&inst) &&
           !canCreateUndefOrPoison(cast<Operator>(&inst));
  auto *call = dyn_cast<IntrinsicInst>(&inst);
  return call && !isa<DbgInfoIntrinsic>(call) && call->doesNotAccessMemory() &&
         call->hasFnAttr(Attribute::Speculatable);
}

bool callsSetjmp(const Function &function) {
  return function.callsFunctionThatReturnsTwice() ||
         any_of(instructions(function), [](const Instruction &inst) {
           auto *call = dyn_cast<IntrinsicInst>(&inst);
           return call && call->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp;
         });
}

void normaliseAgain(Function &function, bool keepsUnset) {
  if (callsSetjmp(function))
    return;
  // In memory they begin their lives with 0 (interp/exec/Lifetime.cpp).
  std::vector<WeakVH> fills;
  if (!keepsUnset)
    fills = fillLocals(function);
  do {
    forwardMembers(function);
    removeUnusedPure(function);
  } while (promoteLocals(function, keepsUnset));
  for (const WeakVH &fill : fills)
    if (fill) // of a local that stays in memory
      cast<Instruction>(fill)->eraseFromParent();
}

void normalise(Module &module, bool keepsUnset) {
  module.setIsNewDbgInfoFormat(true);
  for (Function &function : module)
    if (!function.isDeclaration())
      normaliseFunction(function, keepsUnset);
}

PreservedAnalyses NormalisePass::run(Module &module, ModuleAnalysisManager &) {
  normalise(module);
  return PreservedAnalyses::none();
}

} // namespace rbcheck
