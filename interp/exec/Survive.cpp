//===- interp/exec/Survive.cpp - What comes behind a fault ----------------===//
//
// An execution ends with its first fault, unless MachineOptions::survives says
// otherwise. Then a model that knows what the real function does goes on with
// that (ModelCall::survives), and other operations are left out. The state
// counts both, so that it never equals one that was reached without.
// Tested by test/triage/behind.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Survive.h"

#include "interp/exec/Core.h"

#include "interp/program/OperandInfo.h"

namespace rbcheck {

bool Core::survive(bool isGuess) {
  if (state.scalars().survived >= options.survives ||
      (isGuess && !options.guesses) ||
      (options.survives == kAsLibrary && fault->kind != FaultKind::LockMisuse))
    return false;
  StateScalars &scalars = state.ownScalars();
  ++scalars.survived;
  scalars.isGuessed |= isGuess;
  ++survived;
  if (observer)
    observer->survived(*fault);
  fault.reset();
  end = StepEnd::Parked;
  return true;
}

bool Core::goOnBehind() {
  if (current == kNoThread || aftermathOf(fault->kind) != Aftermath::Skips)
    return false;
  const Insn *pc = top->fn->code.data() + fault->place.pc;
  if (placeOf(pc) != fault->place)
    return false;
  const Function &given = original.functions[fault->place.function];
  const Insn &insn = given.code[fault->place.pc]; // without a watch on it
  if (endsBlock(insn.op) || !survive(true))
    return false;
  forEachSlotUse(original.layouts, given, insn, [&](const SlotUse &use) {
    for (uint32_t i = 0; use.writes && i < use.count; ++i)
      top->base[use.first + i] = 0;
  });
  ThreadScalars &thread = state.ownThread(current).s;
  thread.phase = 0; // if it was in the middle of a wait
  thread.wait[0] = thread.wait[1] = 0;
  stopAt(pc + 1, count + 1);
  visibleAt = ~0ull;
  return true;
}

bool isAsLibrary(ModelCall &call) {
  return call.core().options.survives == kAsLibrary;
}

uint32_t Machine::survived() const { return core_->survived; }

void Machine::setSurvives(uint32_t most) { core_->options.survives = most; }

} // namespace rbcheck
