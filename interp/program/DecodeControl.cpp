//===- interp/program/DecodeControl.cpp - Jumps, edges and phis -----------===//
//
// A phi is a move on each edge into its block. Where an edge has moves, or
// goes backwards, a conditional jump is routed through a stub that stands
// right behind it: moves, then Jmp or JmpBack.
//
//===----------------------------------------------------------------------===//
#include "interp/program/DecodeFunction.h"

#include "llvm/IR/InlineAsm.h"

#include "llvm/IR/CFG.h"

using namespace llvm;

namespace rbcheck {

//===--- Edges ------------------------------------------------------------===//

void FunctionDecoder::emitEntryMoves(const BasicBlock &block) {
  if (!indirectTargets_.contains(&block))
    return;
  for (const PHINode &phi : block.phis())
    code_.move(slotOf(&phi), phiInputs_.lookup(&phi), slotsOf(phi.getType()));
}

/// The moves on the edge from the current block to `to`.
void FunctionDecoder::collectMoves(const BasicBlock &to,
                                   SmallVectorImpl<SlotMove> &moves) {
  bool isIndirect = indirectTargets_.contains(&to);
  for (const PHINode &phi : to.phis()) {
    Slot from = slotOf(phi.getIncomingValueForBlock(block_));
    Slot into = isIndirect ? phiInputs_.lookup(&phi) : slotOf(&phi);
    for (uint32_t i = 0; i < slotsOf(phi.getType()); ++i)
      if (from != into)
        moves.push_back({into + i, from + i});
  }
}

bool FunctionDecoder::needsStub(const BasicBlock &to) {
  if (code_.isBound(labelOf(to)))
    return true;
  for (const PHINode &phi : to.phis()) {
    const Value *value = phi.getIncomingValueForBlock(block_);
    auto found = slots_.find(value);
    if (found == slots_.end() || indirectTargets_.contains(&to) ||
        found->second != slotOf(&phi))
      return true;
  }
  return false;
}

Label FunctionDecoder::edgeLabel(const BasicBlock &to) {
  if (!needsStub(to))
    return labelOf(to);
  for (auto [label, block] : stubs_)
    if (block == &to)
      return label;
  stubs_.push_back({code_.newLabel(), &to});
  return stubs_.back().first;
}

/// Moves, and the jump unless `to` is what comes next.
void FunctionDecoder::goTo(const BasicBlock &to) {
  SmallVector<SlotMove, 8> moves;
  collectMoves(to, moves);
  code_.parallelMove(moves);
  if (&to != next_)
    code_.jump(labelOf(to));
}

void FunctionDecoder::flushStubs() {
  // The stub that falls through to the next block comes last.
  const BasicBlock *next = next_;
  for (auto [label, block] : stubs_) {
    if (block == next)
      continue;
    code_.bind(label);
    goTo(*block);
  }
  for (auto [label, block] : stubs_) {
    if (block != next)
      continue;
    code_.bind(label);
    goTo(*block);
  }
  stubs_.clear();
}

/// Block addresses lead to a JmpBack behind the code, so that indirectbr never
/// jumps backwards itself.
void FunctionDecoder::emitBlockTable() {
  bool hasAddresses = false;
  for (const BasicBlock &block : function_)
    hasAddresses |= block.hasAddressTaken();
  std::vector<Label> table;
  Label dead = code_.newLabel();
  bool hasDead = false;
  for (const BasicBlock &block : function_) {
    Label label = labelOf(block);
    if (!code_.isBound(label)) {
      label = dead;
      hasDead = true;
    } else if (block.hasAddressTaken()) {
      Label entry = code_.newLabel();
      code_.bind(entry);
      code_.jump(label);
      label = entry;
    }
    table.push_back(label);
  }
  if (!hasAddresses)
    return;
  if (hasDead) {
    code_.bind(dead);
    code_.emit(Op::Unreachable);
  }
  code_.setBlocks(std::move(table));
}

//===--- Terminators ------------------------------------------------------===//

void FunctionDecoder::decodeBranch(const BranchInst &branch) {
  const BasicBlock &first = *branch.getSuccessor(0);
  if (branch.isUnconditional() || branch.getSuccessor(1) == &first)
    return goTo(first);
  const BasicBlock &second = *branch.getSuccessor(1);
  const Value *condition = branch.getCondition();
  if (auto *known = dyn_cast<ConstantInt>(condition))
    return goTo(known->isZero() ? second : first);

  Op op = Op::Br;
  Slot a = 0, b = 0;
  const BranchCondition tested = conditionOf(branch);
  const BasicBlock *onTrue = &first, *onFalse = &second;
  if (tested.isNegated)
    std::swap(onTrue, onFalse);
  if (const ICmpInst *compare = tested.compare) {
    a = slotOf(compare->getOperand(0));
    b = slotOf(compare->getOperand(1));
    CmpInst::Predicate predicate = compare->getPredicate();
    if (ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate)) {
      predicate = CmpInst::getSwappedPredicate(predicate);
      std::swap(a, b);
    }
    bool is32 = compare->getOperand(0)->getType()->isIntegerTy(32);
    switch (predicate) {
    case CmpInst::ICMP_EQ:
      op = Op::BrEq;
      break;
    case CmpInst::ICMP_NE:
      op = Op::BrNe;
      break;
    case CmpInst::ICMP_ULT:
      op = Op::BrULt;
      break;
    case CmpInst::ICMP_ULE:
      op = Op::BrULe;
      break;
    case CmpInst::ICMP_SLT:
      op = is32 ? Op::BrSLt32 : Op::BrSLt64;
      break;
    default:
      op = is32 ? Op::BrSLe32 : Op::BrSLe64;
      break;
    }
  } else {
    a = slotOf(tested.value);
  }
  Label yes = edgeLabel(*onTrue), no = edgeLabel(*onFalse);
  code_.emit(op, 0, a, b, no, int32_t(yes));
  flushStubs();
}

void FunctionDecoder::decodeSwitch(const SwitchInst &inst) {
  if (isWide(inst.getCondition()->getType()))
    return unsupported("switch on " + typeName(inst.getCondition()->getType()));
  Slot value = slotOf(inst.getCondition());
  VirtualSwitch table;
  table.defaultTarget = edgeLabel(*inst.getDefaultDest());
  for (auto &one : inst.cases())
    table.cases.push_back({one.getCaseValue()->getZExtValue(),
                           edgeLabel(*one.getCaseSuccessor())});
  uint32_t number = code_.addSwitch(std::move(table));
  code_.emit(Op::Switch, 0, value, 0, number);
  flushStubs();
}

void FunctionDecoder::decodeIndirectBr(const IndirectBrInst &inst) {
  Slot address = slotOf(inst.getAddress());
  SmallVector<SlotMove, 8> moves;
  SmallPtrSet<const BasicBlock *, 8> seen;
  for (const BasicBlock *target : successors(&inst))
    if (seen.insert(target).second)
      collectMoves(*target, moves);
  code_.parallelMove(moves);
  code_.emit(Op::IndirectBr, 0, address);
}

void FunctionDecoder::decodeTerminator(const Instruction &inst) {
  switch (inst.getOpcode()) {
  case Instruction::Br:
    return decodeBranch(cast<BranchInst>(inst));
  case Instruction::Switch:
    return decodeSwitch(cast<SwitchInst>(inst));
  case Instruction::IndirectBr:
    return decodeIndirectBr(cast<IndirectBrInst>(inst));
  case Instruction::Unreachable:
    code_.emit(Op::Unreachable);
    return;
  case Instruction::Invoke:
    return decodeInvoke(cast<InvokeInst>(inst));
  case Instruction::Resume:
    return decodeResume(cast<ResumeInst>(inst));
  case Instruction::Ret: {
    const Value *value = cast<ReturnInst>(inst).getReturnValue();
    if (!value) {
      code_.emit(Op::Ret);
    } else if (!rejectTypes(inst)) {
      uint32_t count = slotsOf(value->getType());
      Slot slot = count ? slotOf(value) : 0;
      code_.emit(Op::Ret, 0, slot, 0, count);
    }
    return;
  }
  case Instruction::CallBr: {
    auto *text = dyn_cast<InlineAsm>(cast<CallBrInst>(inst).getCalledOperand());
    if (text)
      return unsupported("asm goto \"" + text->getAsmString() + "\"");
    break;
  }
  default:
    break;
  }
  unsupported(Twine("instruction ") + inst.getOpcodeName());
}

} // namespace rbcheck
