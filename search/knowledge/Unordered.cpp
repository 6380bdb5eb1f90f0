//===- search/knowledge/Unordered.cpp - Two accesses that nothing orders ------===//
#include "search/knowledge/Unordered.h"

#include "search/Replay.h"

namespace rbcheck {

namespace {

/// Where the threads stand when they make the accesses.
class PlaceWatcher final : public ReplayWatcher {
public:
  explicit PlaceWatcher(Violation &violation) : violation_(violation) {}

  void beforeStep(Machine &machine, size_t step, Choice choice) override {
    const RelatedPlace &earlier = violation_.fault.related;
    const CodePlace place = machine.place(choice.thread);
    const bool isLast = step + 1 == violation_.schedule.size();
    if (isLast)
      violation_.location = locateThread(machine, choice.thread, place);
    else if (choice.thread == earlier.thread && place == earlier.place)
      violation_.related = locateThread(machine, choice.thread, place);
  }

private:
  Violation &violation_;
};

} // namespace

Fault unorderedFault(Machine &machine, const OrderedStep &step,
                     const Access &access, const OrderEvent &earlier) {
  const Access &other = earlier.access;
  Fault fault;
  fault.kind = FaultKind::DataRace;
  fault.thread = step.thread;
  fault.place = step.place;
  fault.address = std::max(access.address, other.address);
  fault.message =
      "data race on " +
      machine.describeAddress(fault.address,
                              std::min(access.size, other.size)) +
      ": " + accessWord(access) + " in thread " + std::to_string(step.thread) +
      " and earlier " + accessWord(other) + " in thread " +
      std::to_string(earlier.thread) +
      " are not ordered: no synchronisation leads from the one to the other";
  fault.hasRelated = true;
  fault.related = {earlier.thread, earlier.place,
                   std::string("the earlier access: ") + accessWord(other)};
  return fault;
}

std::optional<Fault> findUnorderedAgain(const Violation &violation,
                                        Machine &named) {
  const Fault &wanted = violation.fault;
  Machine machine(named.program(), violation.machine);
  OrderedSteps steps(machine);
  Knowledge knowledge;
  StepEnd end = machine.start();
  for (size_t i = 0; i < violation.schedule.size(); ++i) {
    const Choice choice = violation.schedule[i];
    if (end != StepEnd::Parked ||
        choice.thread >= machine.state().threadCount() ||
        choice.value >= machine.alternatives(choice.thread))
      return std::nullopt;
    OrderedStep step;
    end = steps.step(choice, step);
    knowledge.take(step);
    if (i + 1 == violation.schedule.size() && step.thread == wanted.thread &&
        step.place == wanted.place)
      for (const Access &access : step.accesses)
        if (const OrderEvent *earlier = knowledge.findRace(
                step.thread, asCounted(access, step), 1))
          return unorderedFault(named, step, access, *earlier);
    if (step.thread == wanted.related.thread &&
        step.place == wanted.related.place)
      for (const Access &access : step.accesses)
        knowledge.add(step.thread, asCounted(access, step), 1, step.place);
    knowledge.give(step);
  }
  return std::nullopt;
}

void locateUnordered(const Program &program, Violation &violation) {
  PlaceWatcher watcher(violation);
  replay(program, violation, watcher);
}

} // namespace rbcheck
