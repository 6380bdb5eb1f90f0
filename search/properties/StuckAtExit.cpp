//===- search/properties/StuckAtExit.cpp - Threads left waiting at exit ---===//
//
// The process ends, and a thread waits for what only finished or equally stuck
// threads could give it.
// Tested by test/verify/stuck-at-exit.c.
//
//===----------------------------------------------------------------------===//
#include "search/Property.h"
#include "search/result/Result.h"

namespace rbcheck {
namespace {

class StuckAtExit final : public Property {
  const char *word() const override { return "exit"; }
  bool isKeptByReduction() const override { return true; }
  Shows shows() const override { return Shows::Waiting; }
  Moment moment() const override { return Moment::Exit; }

  void onEnd(Machine &machine, const PathEnd &end,
             FaultSink found) const override {
    if (end.how == StepEnd::Exited)
      if (std::optional<Fault> stuck = machine.findStuckAtExit())
        found(*stuck);
  }

  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &) const override {
    return end == StepEnd::Exited ? machine.findStuckAtExit() : std::nullopt;
  }
};

const RegisterProperty<StuckAtExit> kStuckAtExit({"deadlock"});

} // namespace
} // namespace rbcheck
