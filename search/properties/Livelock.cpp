//===- search/properties/Livelock.cpp - Threads that spin for ever --------===//
//
// A state that is a trap (search/livelock/Trap.h): whoever can go on repeats
// itself, and nobody can change that any more. It costs too much to ask that of
// every state; the context does behind steps of which there is one in every
// trap (SearchContext::lookForTrap). The schedule of such an error ends with
// one turn of what repeats. Tested by test/search/livelock.
//
//===----------------------------------------------------------------------===//
#include "search/livelock/Trap.h"

#include "search/Property.h"
#include "search/result/Result.h"

namespace rbcheck {
namespace {

class Livelock final : public Property {
  const char *word() const override { return "trap"; }
  bool isKeptByReduction() const override { return true; }
  bool isAskedFor() const override { return true; }
  Shows shows() const override { return Shows::Cycle; }

  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &) const override {
    if (end != StepEnd::Parked)
      return std::nullopt;
    TrapFinder finder(machine.program(), machine.options());
    const State state = machine.save();
    if (!finder.isTrap(state))
      return std::nullopt;
    return finder.describe(finder.lasso(state));
  }

  void complete(const Program &program, Violation &violation) const override {
    if (violation.cycle)
      return;
    Machine machine(program, violation.machine);
    StepEnd end = machine.start();
    for (Choice choice : violation.schedule)
      if (end == StepEnd::Parked)
        end = machine.step(choice);
    TrapFinder finder(program, violation.machine);
    if (end != StepEnd::Parked || !finder.isTrap(machine.save()))
      return; // the replay will say so
    const TrapFinder::Lasso lasso = finder.lasso(machine.save());
    for (const Schedule *part : {&lasso.stem, &lasso.cycle})
      violation.schedule.insert(violation.schedule.end(), part->begin(),
                                part->end());
    violation.cycle = uint32_t(lasso.cycle.size());
  }

  std::string headline(const Fault &fault, size_t waiting) const override {
    (void)waiting;
    std::string who = "thread " + std::to_string(fault.thread);
    who += fault.hasRelated ? " and others spin" : " spins";
    return "livelock: " + who +
           " for ever, and no thread can change that any more";
  }
};

const RegisterProperty<Livelock> kLivelock(
    {"livelock", true,
     "threads that spin for ever on what no thread can change any more"});

} // namespace

const Property &traps() {
  static const Property &property = *findProperty("trap");
  return property;
}

} // namespace rbcheck
