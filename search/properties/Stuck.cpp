//===- search/properties/Stuck.cpp - One thread can never go on -----------===//
//
// It waits for a finished thread, or for a circle of threads that wait for each
// other, whatever the others still do. Found by triage, which looks at the
// threads of a warning; to look for it in every state is onState(), beside
// again().
// Tested by test/triage/programs.test.
//
//===----------------------------------------------------------------------===//
#include "search/Property.h"
#include "search/Result.h"

namespace rbcheck {
namespace {

class Stuck final : public Property {
  const char *word() const override { return "stuck"; }
  Shows shows() const override { return Shows::Waiting; }

  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &violation) const override {
    return end == StepEnd::Parked ? machine.findStuck(violation.fault.thread)
                                  : std::nullopt;
  }
};

const RegisterProperty<Stuck> kStuck({"deadlock"});

} // namespace
} // namespace rbcheck
