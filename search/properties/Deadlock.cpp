//===- search/properties/Deadlock.cpp - No thread can go on ---------------===//
//
// A state without a choice in which the process has not ended.
// Tested by test/verify/lock-order.c.
//
//===----------------------------------------------------------------------===//
#include "search/Property.h"
#include "search/result/Result.h"

namespace rbcheck {
namespace {

class Deadlock final : public Property {
  const char *word() const override { return "no-choice"; }
  bool isKeptByReduction() const override { return true; }
  Shows shows() const override { return Shows::Waiting; }
  Moment moment() const override { return Moment::Standing; }

  void onEnd(Machine &machine, const PathEnd &end,
             FaultSink found) const override {
    if (end.how == StepEnd::Parked)
      found(machine.describeDeadlock());
  }

  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &) const override {
    if (end != StepEnd::Parked)
      return std::nullopt;
    llvm::SmallVector<Choice, 8> choices;
    machine.choices(choices);
    if (!choices.empty())
      return std::nullopt;
    return machine.describeDeadlock();
  }

  /// The message lists the threads, and so does the report below.
  std::string headline(const Fault &, size_t waiting) const override {
    return waiting == 1 ? "deadlock: the only thread left can never go on"
                        : "deadlock: none of " + std::to_string(waiting) +
                              " threads can go on";
  }
};

const RegisterProperty<Deadlock>
    kDeadlock({"deadlock", true,
               "threads that wait forever, also when the program exits"});

} // namespace
} // namespace rbcheck
