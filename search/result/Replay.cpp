//===- search/result/Replay.cpp - Executes a schedule again ---------------===//
#include "search/result/Replay.h"

namespace rbcheck {

std::optional<Fault> replay(const Program &program, const Violation &violation,
                            ReplayWatcher &watcher) {
  // The path to any other fault has no race, or that was not looked for.
  MachineOptions alike = violation.machine;
  alike.racesInSections = violation.fault.kind == FaultKind::DataRace;
  Machine machine(program, std::move(alike));
  machine.setObserver(&watcher);
  watcher.begin(machine);
  StepEnd end = machine.start();
  size_t step = 0;
  const size_t cycleBegin = violation.schedule.size() - violation.cycle;
  Hash128 first = 0;
  for (Choice choice : violation.schedule) {
    if (end != StepEnd::Parked ||
        choice.thread >= machine.state().threadCount() ||
        choice.value >= machine.alternatives(choice.thread))
      return std::nullopt;
    if (step == cycleBegin)
      first = machine.fingerprint();
    watcher.beforeStep(machine, step++, choice);
    end = machine.step(choice);
  }
  if (violation.cycle &&
      (end != StepEnd::Parked || machine.fingerprint() != first))
    return std::nullopt; // they do not repeat
  std::optional<Fault> fault = violation.foundBy->again(machine, end, violation);
  watcher.finished(machine, end, fault);
  return fault;
}

bool isSameFault(const Fault &a, const Fault &b) {
  return a.kind == b.kind && a.thread == b.thread &&
         a.place.function == b.place.function && a.place.pc == b.place.pc;
}

} // namespace rbcheck
