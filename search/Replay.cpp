//===- search/Replay.cpp - Executes a schedule again ----------------------===//
#include "search/Replay.h"

#include "llvm/Support/ErrorHandling.h"

namespace rbcheck {

namespace {

/// The fault that shows in the state the schedule led to.
std::optional<Fault> faultAtEnd(Machine &machine, StepEnd end,
                                const Violation &violation) {
  switch (violation.foundBy) {
  case FoundBy::Step:
    if (end == StepEnd::Fault)
      return machine.fault();
    return std::nullopt;
  case FoundBy::Race:
    if (end == StepEnd::Parked)
      return machine.findRace(violation.fault.thread,
                              violation.fault.hasRelated
                                  ? std::optional(violation.fault.related.thread)
                                  : std::nullopt);
    return std::nullopt;
  case FoundBy::Stuck:
    if (end == StepEnd::Parked)
      return machine.findStuck(violation.fault.thread);
    return std::nullopt;
  case FoundBy::Held:
    if (end == StepEnd::Parked)
      return machine.findHeld(violation.fault.thread, violation.fault.address);
    return std::nullopt;
  case FoundBy::NoChoice:
    if (end == StepEnd::Parked)
      return machine.describeDeadlock();
    return std::nullopt;
  case FoundBy::Reached:
    return violation.fault;
  case FoundBy::Exit:
    if (end == StepEnd::Exited)
      return machine.findStuckAtExit();
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

} // namespace

std::optional<Fault> replay(const Program &program,
                            const MachineOptions &options,
                            const Violation &violation,
                            ReplayWatcher &watcher) {
  // The path to any other fault has no race, or that was not looked for.
  MachineOptions alike = options;
  alike.racesInSections = violation.fault.kind == FaultKind::DataRace;
  Machine machine(program, std::move(alike));
  machine.setObserver(&watcher);
  watcher.begin(machine);
  StepEnd end = machine.start();
  size_t step = 0;
  for (Choice choice : violation.schedule) {
    if (end != StepEnd::Parked ||
        choice.thread >= machine.state().threadCount() ||
        choice.value >= machine.alternatives(choice.thread))
      return std::nullopt;
    watcher.beforeStep(machine, step++, choice);
    end = machine.step(choice);
  }
  std::optional<Fault> fault = faultAtEnd(machine, end, violation);
  watcher.finished(machine, end, fault);
  return fault;
}

bool isSameFault(const Fault &a, const Fault &b) {
  return a.kind == b.kind && a.thread == b.thread &&
         a.place.function == b.place.function && a.place.pc == b.place.pc;
}

} // namespace rbcheck
