//===- search/triage/Effects.cpp - What instructions do, for Sites --------===//
#include "search/triage/Sites.h"

#include "search/triage/SyncCalls.h"

#include "interp/exec/Model.h"
#include "interp/program/OperandInfo.h"

namespace rbcheck {

uint32_t effectOf(StepOp op) {
  switch (op) {
  case StepOp::Lock:
    return kLocks;
  case StepOp::Unlock:
    return kUnlocks;
  case StepOp::Wait:
    return kWaits;
  case StepOp::Signal:
    return kSignals;
  case StepOp::Create:
    return kCreates;
  case StepOp::Join:
    return kJoins;
  default:
    return 0;
  }
}

namespace {

uint32_t effectsOfModel(const Function &callee) {
  uint32_t all = kCalls;
  if (std::optional<StepOp> op = syncOpOf(callee))
    all |= effectOf(*op);
  // Which of its ranges it writes is known when it is called.
  if (callee.kind == FunctionKind::Model &&
      allModels()[callee.model].visible == Visible::Access)
    all |= kReads | kWrites;
  return all;
}

} // namespace

uint32_t Sites::effects(CodePlace place) const {
  const Function &function = program_.functions[place.function];
  const Insn &insn = function.code[place.pc];
  if (storesSlot(insn.op))
    return kWrites;
  switch (insn.op) {
  case Op::Load8:
  case Op::Load16:
  case Op::Load32:
  case Op::Load64:
  case Op::LoadX8:
  case Op::LoadX16:
  case Op::LoadX32:
  case Op::LoadX64:
  case Op::LoadL:
  case Op::AtomicLoad:
    return kReads;
  case Op::StoreL:
  case Op::MemSet:
    return kWrites;
  case Op::MemCpy:
  case Op::MemMove:
    return kReads | kWrites;
  case Op::AtomicRmw:
  case Op::CmpXchg:
    return kUpdates;
  case Op::Call:
  case Op::CallIndirect:
    return kCalls;
  case Op::CallModel:
    return effectsOfModel(
        program_.functions[function.callSites[insn.c].callee]);
  default:
    return 0;
  }
}

bool Sites::isMarked(CodePlace place) const {
  const Function &function = program_.functions[place.function];
  const Insn &insn = function.code[place.pc];
  if (insn.op == Op::Call || insn.op == Op::CallIndirect)
    return true;
  if (insn.op == Op::CallModel)
    return function.callSites[insn.c].marked;
  return hasAccessFlags(insn.op) && (insn.c & kMarked);
}

void Sites::summarise() {
  const size_t count = program_.functions.size();
  below_.assign(count, 0);
  std::vector<std::vector<uint32_t>> callees(count);
  for (uint32_t f = 0; f < count; ++f) {
    const Function &function = program_.functions[f];
    for (uint32_t pc = 0; pc < function.code.size(); ++pc) {
      below_[f] |= effects({f, pc});
      if (function.code[pc].op == Op::Call)
        callees[f].push_back(function.callSites[function.code[pc].c].callee);
    }
    if (function.kind == FunctionKind::Model)
      below_[f] = effectsOfModel(function);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = count; f-- > 0;)
      for (uint32_t callee : callees[f])
        if (uint32_t all = below_[f] | below_[callee]; all != below_[f]) {
          below_[f] = all;
          changed = true;
        }
  }
}

} // namespace rbcheck
