//===- search/properties/Race.cpp - Data races ----------------------------===//
//
// Since every thread is parked at its next operation, a race is a plain test of
// pending accesses (Machine::findRace). It needs one that is new in a state: of
// the thread that moved, or of one that it made. Execution goes on after it.
// Tested by test/verify/lost-update.c.
//
//===----------------------------------------------------------------------===//
#include "search/Property.h"
#include "search/result/Result.h"

namespace rbcheck {
namespace {

class Race final : public Property {
  const char *word() const override { return "race"; }
  bool isKeptByReduction() const override { return true; }
  Shows shows() const override { return Shows::TwoNext; }
  bool isSymmetric() const override { return true; }

  void onState(Machine &machine, const NewState &state,
               FaultSink found) const override {
    if (!machine.canRace())
      return;
    state.forEachThread([&](uint32_t thread) {
      if (std::optional<Fault> race = machine.findRace(thread))
        found(*race);
    });
  }

  void onEnd(Machine &machine, const PathEnd &end,
             FaultSink found) const override {
    if (end.how != StepEnd::Parked)
      if (std::optional<Fault> race = machine.findRaceAtEnd())
        found(*race);
  }

  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &violation) const override {
    const Fault &fault = violation.fault;
    if (end != StepEnd::Parked)
      return std::nullopt;
    return machine.findRace(
        fault.thread,
        fault.hasRelated ? std::optional(fault.related.thread) : std::nullopt);
  }
};

const RegisterProperty<Race>
    kRace({"data-race", true,
           "conflicting accesses that nothing orders, not both atomic"});

} // namespace
} // namespace rbcheck
