//===- search/properties/Unordered.cpp - Accesses that nothing orders -----===//
//
// A data race whose accesses need not be about to happen at once: the last step
// of the schedule makes an access that nothing orders with an earlier one
// (search/knowledge/HappensBefore.h). It is a matter of the whole execution, so
// it is never looked for in states; triage finds it in executions of its own.
// Tested by test/triage/annotated/plain-flag.c.
//
//===----------------------------------------------------------------------===//
#include "search/knowledge/Unordered.h"

#include "search/Property.h"

namespace rbcheck {
namespace {

class Unordered final : public Property {
  const char *word() const override { return "unordered"; }
  bool isKeptByReduction() const override { return true; }
  Shows shows() const override { return Shows::LastStep; }
  bool isSymmetric() const override { return true; }

  std::optional<Fault> again(Machine &machine, StepEnd,
                             const Violation &violation) const override {
    const Fault &known = violation.fault;
    std::optional<Violation> found = findUnordered(
        machine.program(), violation.machine, violation.schedule,
        [&](const Fault &fault) {
          // A trace file has no places in the decoded program.
          return known.hasRelated
                     ? fault.related.thread == known.related.thread &&
                           fault.related.place == known.related.place
                     : known.message.empty() || fault.message == known.message;
        });
    return found ? std::optional(found->fault) : std::nullopt;
  }
};

const RegisterProperty<Unordered> kUnordered;

} // namespace

const Property &unorderedAccesses() {
  return *findProperty("unordered");
}

} // namespace rbcheck
