//===- interp/program/DecodeFrameFlow.cpp - The order analysis of a call --===//
//
// Instructions; DecodeFrameCalls.cpp has the calls.
//
//===----------------------------------------------------------------------===//
#include "interp/program/DecodeFrameFlow.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rbcheck {

FrameFlow::FrameFlow(OrderFlow &flow, uint32_t number)
    : flow_(flow), number_(number), function_(*flow.frames_[number].function) {}

bool FrameFlow::run() {
  if (function_.hasPersonalityFn())
    flow_.noteConstant(*function_.getPersonalityFn(), /*isInMemory=*/false);
  ReversePostOrderTraversal<const Function *> order(&function_);
  blocks_.insert(&function_.getEntryBlock());
  do {
    isMore_ = false;
    for (const BasicBlock *block : order)
      if (blocks_.contains(block))
        for (const Instruction &inst : *block)
          visit(inst);
  } while (isMore_);
  return hasResult_;
}

//===--- Values -----------------------------------------------------------===//

FlowValue FrameFlow::valueOf(const Value &value) {
  if (auto *argument = dyn_cast<Argument>(&value))
    return frame().arguments[argument->getArgNo()];
  if (auto *constant = dyn_cast<Constant>(&value))
    return flow_.valueOf(*constant);
  if (isa<Instruction>(value))
    return values_.lookup(&value);
  return FlowValue::unknown();
}

void FrameFlow::set(const Value &of, const FlowValue &value) {
  if (!of.getType()->isVoidTy())
    isMore_ |= values_[&of].join(value);
}

void FrameFlow::setEdge(const BasicBlock &from, const BasicBlock &to) {
  isMore_ |= edges_.insert({&from, &to}).second;
  isMore_ |= blocks_.insert(&to).second;
}

void FrameFlow::visit(const Instruction &inst) {
  if (auto *call = dyn_cast<CallBase>(&inst))
    visitCall(*call);
  if (inst.isTerminator())
    return visitTerminator(inst);
  if (isa<CallBase>(inst))
    return;
  if (inst.mayReadOrWriteMemory())
    return visitMemory(inst);
  if (auto *phi = dyn_cast<PHINode>(&inst))
    return visitPhi(*phi);
  if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, FreezeInst>(inst))
    return set(inst, valueOf(*inst.getOperand(0)));
  if (isa<AllocaInst>(inst))
    return set(inst, FlowValue::elsewhere());
  if (auto *select = dyn_cast<SelectInst>(&inst)) {
    const FlowValue condition = valueOf(*select->getCondition());
    for (uint64_t is : {0, 1})
      if (!condition.isNothing() &&
          (!condition.isNumber() || is_contained(condition.numbers, is)))
        set(inst,
            valueOf(*(is ? select->getTrueValue() : select->getFalseValue())));
    return;
  }
  if (inst.getType()->isIntegerTy() &&
      isa<BinaryOperator, CmpInst, TruncInst, ZExtInst, SExtInst>(inst))
    return fold(inst);
  if (!isa<CmpInst>(inst)) // of pointers: keeps none of them
    for (const Use &use : inst.operands())
      escape(*use.get());
  setUnknown(inst);
}

void FrameFlow::visitPhi(const PHINode &phi) {
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    if (edges_.contains({phi.getIncomingBlock(i), phi.getParent()}))
      set(phi, valueOf(*phi.getIncomingValue(i)));
}

/// Computes with each of the few numbers that the operands may be.
void FrameFlow::fold(const Instruction &inst) {
  SmallVector<FlowValue, 2> from;
  bool isKnown = true;
  for (const Use &use : inst.operands()) {
    from.push_back(valueOf(*use.get()));
    if (from.back().isNothing())
      return; // later
    isKnown &= from.back().isNumber() && use->getType()->isIntegerTy();
  }
  if (!isKnown) {
    if (!isa<CmpInst>(inst))
      for (const Use &use : inst.operands())
        escape(*use.get());
    return setUnknown(inst);
  }
  for (uint64_t first : from[0].numbers)
    for (uint64_t second :
         from.size() > 1 ? ArrayRef<uint64_t>(from[1].numbers) : first) {
      auto constant = [&](unsigned i, uint64_t value) -> Constant * {
        return ConstantInt::get(inst.getOperand(i)->getType(), value);
      };
      Constant *result = nullptr;
      if (auto *compare = dyn_cast<CmpInst>(&inst))
        result = ConstantFoldCompareInstOperands(
            compare->getPredicate(), constant(0, first), constant(1, second),
            flow_.layout_);
      else if (auto *cast = dyn_cast<CastInst>(&inst))
        result = ConstantFoldCastOperand(cast->getOpcode(), constant(0, first),
                                         cast->getType(), flow_.layout_);
      else
        result =
            ConstantFoldBinaryOpOperands(inst.getOpcode(), constant(0, first),
                                         constant(1, second), flow_.layout_);
      auto *number = dyn_cast_or_null<ConstantInt>(result);
      if (!number || number->getBitWidth() > 64)
        return setUnknown(inst);
      set(inst, FlowValue::number(number->getZExtValue()));
    }
}

//===--- Control ----------------------------------------------------------===//

void FrameFlow::visitTerminator(const Instruction &inst) {
  const BasicBlock &block = *inst.getParent();
  if (auto *leaves = dyn_cast<ReturnInst>(&inst)) {
    const Value *value = leaves->getReturnValue();
    if (value)
      hasResult_ |= frame().result.join(valueOf(*value));
    if (value && frame().isOpen)
      escape(*value);
    return;
  }
  const Value *condition = nullptr;
  if (auto *branch = dyn_cast<BranchInst>(&inst);
      branch && branch->isConditional())
    condition = branch->getCondition();
  else if (auto *cases = dyn_cast<SwitchInst>(&inst))
    condition = cases->getCondition();
  if (!condition) {
    if (!isa<BranchInst, InvokeInst>(inst))
      for (const Use &use : inst.operands()) // resume, callbr, indirectbr
        if (!isa<BasicBlock>(use.get()))
          escape(*use.get());
    for (const BasicBlock *next : successors(&block))
      setEdge(block, *next);
    return;
  }
  const FlowValue value = valueOf(*condition);
  if (!value.isNumber()) {
    if (!value.isNothing())
      for (const BasicBlock *next : successors(&block))
        setEdge(block, *next);
    return;
  }
  for (uint64_t number : value.numbers) {
    if (auto *cases = dyn_cast<SwitchInst>(&inst)) {
      auto *wanted =
          cast<ConstantInt>(ConstantInt::get(condition->getType(), number));
      setEdge(block, *cases->findCaseValue(wanted)->getCaseSuccessor());
    } else {
      setEdge(block, *inst.getSuccessor(number ? 0 : 1));
    }
  }
}

//===--- Memory -----------------------------------------------------------===//

/// A plain access.
void FrameFlow::touch(const Value &pointer) {
  AccessKinds kinds;
  (frame().isInit ? kinds.plainAtInit : kinds.plain) = true;
  flow_.facts_.addAccess(valueOf(pointer), kinds);
}

void FrameFlow::access(const Instruction &at, const FlowValue &to,
                       AtomicOrdering order, bool isRead, bool isWrite) {
  OrderFacts &facts = flow_.facts_;
  facts.addOrder(at, order);
  if (isRead)
    facts.addRead(order);
  if (isWrite)
    facts.addWrite(order);
  AccessKinds kinds;
  (order == AtomicOrdering::SequentiallyConsistent ? kinds.seqCst
                                                   : kinds.weak) = true;
  facts.addAccess(to, kinds);
}

void FrameFlow::visitMemory(const Instruction &inst) {
  if (auto *load = dyn_cast<LoadInst>(&inst)) {
    const Value &pointer = *load->getPointerOperand();
    if (load->isAtomic())
      access(inst, valueOf(pointer), load->getOrdering(), true, false);
    else
      touch(pointer);
    auto *constant = dyn_cast<Constant>(&pointer);
    if (Constant *value =
            constant && inst.getType()->isIntegerTy()
                ? ConstantFoldLoadFromConstPtr(const_cast<Constant *>(constant),
                                               inst.getType(), flow_.layout_)
                : nullptr)
      return set(inst, flow_.valueOf(*value));
    return setUnknown(inst);
  }
  if (auto *store = dyn_cast<StoreInst>(&inst)) {
    escape(*store->getValueOperand());
    if (store->isAtomic())
      return access(inst, valueOf(*store->getPointerOperand()),
                    store->getOrdering(), false, true);
    return touch(*store->getPointerOperand());
  }
  if (auto *update = dyn_cast<AtomicRMWInst>(&inst)) {
    escape(*update->getValOperand());
    access(inst, valueOf(*update->getPointerOperand()), update->getOrdering(),
           true, true);
    return setUnknown(inst);
  }
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&inst)) {
    const FlowValue to = valueOf(*exchange->getPointerOperand());
    escape(*exchange->getNewValOperand());
    access(inst, to, exchange->getSuccessOrdering(), true, true);
    access(inst, to, exchange->getFailureOrdering(), true, false);
    return setUnknown(inst);
  }
  if (auto *fence = dyn_cast<FenceInst>(&inst)) {
    if (fence->getSyncScopeID() != SyncScope::SingleThread)
      flow_.facts_.addOrder(inst, fence->getOrdering());
    return;
  }
  for (const Use &use : inst.operands()) { // va_arg and the like
    escape(*use.get());
    if (use->getType()->isPtrOrPtrVectorTy())
      touch(*use.get());
  }
  setUnknown(inst);
}

} // namespace rbcheck
