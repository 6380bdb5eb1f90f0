//===- search/triage/GoalOrder.h - Races that no state shows --------------===//
//
// Two accesses race in the sense of C11 if no synchronisation orders them. As
// long as a program has no race at all, such a pair is sooner or later about to
// happen in one state, and that is what searches look for. Behind the first
// race this is not so: in `data = 1; flag = 1;` and `if (flag) use(data);` the
// race on `flag` keeps the accesses to `data` apart in every schedule, and
// still they race. The same goes for whatever tells threads apart without
// ordering them: relaxed atomics, a try-lock that fails.
//
// This is a search of its own that goes through all schedules, with what every
// thread knows (search/knowledge/Knowledge.h) as part of the state: exact for
// the goal, and slower than the others, so it runs only where it is needed.
// Tested by test/triage/order*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/Limits.h"
#include "search/triage/Goals.h"

namespace rbcheck {

/// The program could tell threads apart without ordering them, also if it has no
/// race. A wait that `isSpurious`, ends without a signal, tells nothing.
bool seesWithoutOrder(const Program &program, bool isSpurious);

struct OrderFindings {
  std::optional<Violation> race;
  /// Every schedule was followed to its end: without `race` there is none.
  bool isComplete = false;
  uint64_t states = 0;
};

/// Looks for two accesses of a goal of kind Race that nothing orders.
OrderFindings searchUnordered(const Program &program, const Goal &goal,
                              const MachineOptions &machine,
                              const Limits &limits);

} // namespace rbcheck
