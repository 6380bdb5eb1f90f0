//===- interp/program/CodeBuilder.cpp - Collects the code of one function -===//
#include "interp/program/CodeBuilder.h"

#include "interp/program/OperandInfo.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using namespace llvm;

namespace rbcheck {

constexpr uint32_t kMaxFrameSlots = 0xffff;

//===--- Slots and code ---------------------------------------------------===//

Slot CodeBuilder::newSlots(uint32_t count) {
  Slot first = slots_;
  // Saturates far above what fits: finish() then refuses the function.
  if (slots_ < kConstantBit / 2)
    slots_ += count;
  return first;
}

Slot CodeBuilder::constant(uint64_t value) { return constants(value); }

Slot CodeBuilder::constants(ArrayRef<uint64_t> values) {
  if (values.empty())
    return 0;
  Slot next = kConstantBit | Slot(constants_.size());
  auto [entry, isNew] = constantRuns_.try_emplace(values.vec(), next);
  if (!isNew)
    return entry->second;
  for (uint64_t value : values) {
    // Each part of a longer run serves as a single constant too.
    if (values.size() > 1)
      constantRuns_.try_emplace({value}, kConstantBit | constants_.size());
    constants_.push_back(value);
  }
  return next;
}

/// The opcode for the widths that most programs use.
static Op byWidth(Op op, Slot b, uint32_t c) {
  auto of = [&](Op for32, Op for64) {
    return c == 32 ? for32 : c == 64 ? for64 : op;
  };
  switch (op) {
  case Op::Shl:
    return of(Op::Shl32, Op::Shl64);
  case Op::LShr:
    return of(Op::LShr32, Op::LShr64);
  case Op::AShr:
    return of(Op::AShr32, Op::AShr64);
  case Op::Trunc:
    return c == 32 ? Op::Trunc32 : c == 8 ? Op::Trunc8 : op;
  case Op::SExt:
    return b == 32 && c == 64 ? Op::SExt32 : op;
  default:
    return op;
  }
}

VirtualInsn &CodeBuilder::emit(Op op, Slot dst, Slot a, Slot b, uint32_t c,
                               int32_t imm) {
  VirtualInsn insn{byWidth(op, b, c), dst, a, b, c, imm};
  insn.loc = loc_;
  code_.push_back(insn);
  return code_.back();
}

Slot CodeBuilder::compute(Op op, Slot a, Slot b, uint32_t c, int32_t imm) {
  Slot dst = newSlots();
  emit(op, dst, a, b, c, imm);
  return dst;
}

//===--- Moves ------------------------------------------------------------===//

void CodeBuilder::move(Slot to, Slot from, uint32_t count) {
  if (to == from || count == 0)
    return;
  if (count == 1)
    emit(Op::Mov, to, from);
  else if (count == 2)
    emit(Op::Mov2, to, from);
  else
    emit(Op::MovN, to, from, 0, count);
}

/// Emits moves that do not disturb each other, neighbours as one instruction.
/// Constants will lie between parameters and values: no run crosses that place.
static void moveRuns(CodeBuilder &builder, ArrayRef<SlotMove> moves) {
  const Slot firstValue = builder.paramSlots();
  for (size_t i = 0; i < moves.size();) {
    size_t end = i + 1;
    while (end < moves.size() && moves[end].to == moves[i].to + (end - i) &&
           moves[end].from == moves[i].from + (end - i) &&
           moves[end].to != firstValue && moves[end].from != firstValue)
      ++end;
    builder.move(moves[i].to, moves[i].from, uint32_t(end - i));
    i = end;
  }
}

void CodeBuilder::parallelMove(ArrayRef<SlotMove> all) {
  SmallVector<SlotMove, 8> moves;
  for (const SlotMove &move : all)
    if (move.to != move.from)
      moves.push_back(move);
  // How many moves still read each slot that is to be overwritten.
  DenseMap<Slot, unsigned> readers;
  for (const SlotMove &move : moves)
    readers.try_emplace(move.to, 0);
  bool areIndependent = true;
  for (const SlotMove &move : moves)
    if (auto found = readers.find(move.from); found != readers.end()) {
      ++found->second;
      areIndependent = false;
    }
  if (areIndependent)
    return moveRuns(*this, moves);

  // Emit a move once nobody needs its target's old value any more. When only
  // cycles are left, save one target to a new slot, which breaks its cycle.
  while (!moves.empty()) {
    bool madeProgress = false;
    for (size_t i = 0; i < moves.size();) {
      if (readers[moves[i].to] != 0) {
        ++i;
        continue;
      }
      move(moves[i].to, moves[i].from);
      if (auto found = readers.find(moves[i].from); found != readers.end())
        --found->second;
      moves.erase(moves.begin() + i);
      madeProgress = true;
    }
    if (madeProgress || moves.empty())
      continue;
    Slot victim = moves.front().to;
    Slot saved = newSlots();
    move(saved, victim);
    for (SlotMove &move : moves)
      if (move.from == victim)
        move.from = saved;
    readers[victim] = 0;
  }
}

//===--- Labels and tables ------------------------------------------------===//

Label CodeBuilder::newLabel() {
  labels_.push_back(kUnbound);
  return Label(labels_.size() - 1);
}

void CodeBuilder::bind(Label label) { labels_[label] = uint32_t(code_.size()); }

void CodeBuilder::jump(Label label) {
  emit(isBound(label) ? Op::JmpBack : Op::Jmp, 0, 0, 0, 0, int32_t(label));
}

uint32_t CodeBuilder::addCall(VirtualCall call) {
  calls_.push_back(std::move(call));
  return uint32_t(calls_.size() - 1);
}

uint32_t CodeBuilder::addSwitch(VirtualSwitch table) {
  switches_.push_back(std::move(table));
  switchAt_.push_back(uint32_t(code_.size()));
  return uint32_t(switches_.size() - 1);
}

//===--- From virtual to real ---------------------------------------------===//

uint32_t CodeBuilder::realSlot(Slot slot) const {
  if (slot & kConstantBit)
    return paramSlots_ + (slot & ~kConstantBit);
  return slot < paramSlots_ ? slot : slot + uint32_t(constants_.size());
}

/// Instruction a jump to `label` ends up at, plain forward jumps skipped.
uint32_t CodeBuilder::targetOf(Label label) const {
  uint32_t target = labels_[label];
  while (target < code_.size() && code_[target].op == Op::Jmp)
    target = labels_[uint32_t(code_[target].imm)];
  return target;
}

Insn CodeBuilder::realInsn(const VirtualInsn &from, uint32_t pc) const {
  Insn insn{from.op};
  insn.dst = uint16_t(from.dst);
  insn.a = uint16_t(from.a);
  insn.b = uint16_t(from.b);
  insn.c = from.c;
  insn.imm = from.imm;
  forEachSlotField(from.op, [&](Field field) {
    switch (field) {
    case Field::Dst:
      insn.dst = uint16_t(realSlot(from.dst));
      break;
    case Field::A:
      insn.a = uint16_t(realSlot(from.a));
      break;
    case Field::B:
      insn.b = uint16_t(realSlot(from.b));
      break;
    case Field::C:
    case Field::CLow:
      insn.c = realSlot(from.c);
      break;
    }
  });
  insn.c |= from.cBits;
  if (from.op == Op::JmpBack)
    insn.imm = int32_t(labels_[uint32_t(from.imm)] - pc);
  else if (from.op == Op::Jmp || isConditionalJump(from.op))
    insn.imm = int32_t(targetOf(uint32_t(from.imm)) - pc);
  if (isConditionalJump(from.op))
    insn.c = targetOf(from.c) - pc;
  return insn;
}

void CodeBuilder::finishCalls(Function &out) const {
  for (const VirtualCall &call : calls_) {
    CallSite site = call.site;
    for (const VirtualArg &arg : call.args) {
      site.args.push_back(arg.arg);
      site.args.back().slot = uint16_t(realSlot(arg.slot));
    }
    for (Slot slot : call.slots)
      site.slots.push_back(uint16_t(realSlot(slot)));
    out.callSites.push_back(std::move(site));
  }
}

void CodeBuilder::finishSwitches(Function &out) const {
  for (size_t i = 0; i < switches_.size(); ++i) {
    const VirtualSwitch &from = switches_[i];
    SwitchTable table;
    table.defaultTarget = int32_t(targetOf(from.defaultTarget) - switchAt_[i]);
    for (auto [value, label] : from.cases)
      table.cases.push_back({value, int32_t(targetOf(label) - switchAt_[i])});
    std::sort(table.cases.begin(), table.cases.end(),
              [](const auto &x, const auto &y) { return x.value < y.value; });
    if (!table.cases.empty()) {
      table.low = table.cases.front().value;
      uint64_t span = table.cases.back().value - table.low;
      if (span < 4 * table.cases.size() + 8) {
        table.dense.assign(span + 1, table.defaultTarget);
        for (const SwitchTable::Case &one : table.cases)
          table.dense[one.value - table.low] = one.target;
      }
    }
    out.switches.push_back(std::move(table));
  }
}

bool CodeBuilder::finish(Function &out) {
  uint64_t frameSlots = uint64_t(slots_) + constants_.size();
  if (frameSlots > kMaxFrameSlots)
    return false;
  out.paramSlots = uint16_t(paramSlots_);
  out.constBase = uint16_t(paramSlots_);
  out.frameSlots = uint32_t(frameSlots);
  out.constants = constants_;
  out.code.reserve(code_.size());
  for (uint32_t pc = 0; pc < code_.size(); ++pc) {
    out.code.push_back(realInsn(code_[pc], pc));
    out.locs.push_back(code_[pc].loc);
    out.marks.push_back(code_[pc].mark);
  }
  finishCalls(out);
  finishSwitches(out);
  for (Label label : blocks_)
    out.blocks.push_back(labels_[label]);
  return true;
}

} // namespace rbcheck
