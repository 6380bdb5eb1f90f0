//===- search/properties/Held.cpp - A thread has ended with a lock --------===//
//
// Wrong only if a warning says so: asked for by triage.
// Tested by test/triage/programs.test.
//
//===----------------------------------------------------------------------===//
#include "search/Property.h"
#include "search/result/Result.h"

namespace rbcheck {
namespace {

class Held final : public Property {
  const char *word() const override { return "held"; }
  bool isKeptByReduction() const override { return true; }
  bool isAskedFor() const override { return true; }
  Shows shows() const override { return Shows::Waiting; }

  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &violation) const override {
    if (end != StepEnd::Parked)
      return std::nullopt;
    return machine.findHeld(violation.fault.thread, violation.fault.address);
  }
};

const RegisterProperty<Held> kHeld;

} // namespace
} // namespace rbcheck
