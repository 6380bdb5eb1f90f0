//===- search/properties/Unordered.cpp - Accesses that nothing orders -----===//
//
// A data race in the sense of the standard that no state shows: the last step
// of the schedule makes an access, another thread has made one in conflict, and
// no synchronisation leads from the one to the other. Triage looks for these
// (search/triage/GoalOrder.h), no check does.
// Tested by test/triage/order*.c.
//
//===----------------------------------------------------------------------===//
#include "search/Property.h"
#include "search/knowledge/Unordered.h"

namespace rbcheck {
namespace {

class Unordered final : public Property {
  const char *word() const override { return "order"; }
  Shows shows() const override { return Shows::LastStep; }
  bool isSymmetric() const override { return true; }

  std::optional<Fault> again(Machine &machine, StepEnd,
                             const Violation &violation) const override {
    return findUnorderedAgain(violation, machine);
  }
};

const RegisterProperty<Unordered> kUnordered;

} // namespace
} // namespace rbcheck
