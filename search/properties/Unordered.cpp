//===- search/properties/Unordered.cpp - Accesses that nothing orders -----===//
//
// A data race whose accesses need not be about to happen at once: the last step
// of the schedule makes an access that nothing orders with an earlier one
// (search/HappensBefore.h). It is a matter of the whole execution, so it is never
// looked for in states; triage finds it in executions of its own.
// Tested by test/triage/annotated/plain-flag.c.
//
//===----------------------------------------------------------------------===//
#include "search/Unordered.h"

#include "search/Property.h"

namespace rbcheck {
namespace {

class Unordered final : public Property {
  const char *word() const override { return "unordered"; }
  Shows shows() const override { return Shows::LastStep; }
  bool isSymmetric() const override { return true; }

  std::optional<Fault> again(Machine &machine, StepEnd,
                             const Violation &violation) const override {
    Machine fresh(machine.program(), violation.machine);
    OrderedRun run(fresh);
    StepEnd end = fresh.start();
    std::optional<Fault> fault;
    for (Choice choice : violation.schedule) {
      if (end != StepEnd::Parked)
        return std::nullopt;
      fault.reset();
      end = run.step(choice, [&](const Access &mine,
                                 const HappensBefore::Touch &earlier) {
        Fault found = run.faultOf(choice.thread, mine, earlier);
        if (found.related.thread == violation.fault.related.thread &&
            found.related.place == violation.fault.related.place)
          fault = std::move(found);
      });
    }
    return fault;
  }
};

const RegisterProperty<Unordered> kUnordered;

} // namespace

const Property &unorderedAccesses() {
  return *findProperty("unordered");
}

} // namespace rbcheck
