//===- search/properties/Stuck.cpp - One thread can never go on -----------===//
//
// It waits for a finished thread, or for a circle of threads that wait for each
// other, whatever the others still do. If nobody can go on it is a deadlock of
// all (Deadlock.cpp). Triage looks at the threads of a warning by itself.
// Tested by test/verify/deadlock-*.c and test/triage/programs.test.
//
//===----------------------------------------------------------------------===//
#include "search/Property.h"
#include "search/result/Result.h"

namespace rbcheck {
namespace {

class Stuck final : public Property {
  const char *word() const override { return "stuck"; }
  bool isKeptByReduction() const override { return true; }
  Shows shows() const override { return Shows::Waiting; }

  void onState(Machine &machine, const NewState &state,
               FaultSink found) const override {
    if (state.firstNew == state.threads && !machine.canBeStuck(state.moved))
      return;
    std::optional<Fault> stuck =
        machine.findDeadlock(state.moved, state.firstNew);
    if (!stuck)
      return;
    llvm::SmallVector<Choice, 8> choices;
    machine.choices(choices);
    if (!choices.empty())
      found(*stuck);
  }

  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &violation) const override {
    return end == StepEnd::Parked ? machine.findStuck(violation.fault.thread)
                                  : std::nullopt;
  }
};

const RegisterProperty<Stuck> kStuck({"deadlock"});

} // namespace
} // namespace rbcheck
