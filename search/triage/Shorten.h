//===- search/triage/Shorten.h - A plainer way to what a warning says -----===//
//
// The schedule that shows a warning is made shorter like that of any error
// (search/result/Minimise.h), with one more condition: executed alone, step by
// step, it still shows this goal to a monitor that knows nothing else. The same
// error reached through other calls, or with a lock that another place took,
// would not do. Tested by test/triage/shorten.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Minimise.h"
#include "search/triage/GoalMonitor.h"

namespace rbcheck {

/// What shows `goal` when the schedule of `way` is executed, if it does: at its
/// end or before. `context` says what is checked on the way. None, too, if
/// `stop` comes first.
std::optional<Violation> shownBy(const Program &program, const Goal &goal,
                                 const Violation &way, ContextOptions context,
                                 const Limits &stop);

/// Gives what shows each of the goals a plainer schedule, where there is one;
/// `shown` has one per goal, or none. Stops at the limits, and leaves the rest
/// as it is. What shows one goal is tried for the next ones first.
void shortenAll(const Program &program, llvm::ArrayRef<Goal> goals,
                std::vector<std::optional<Violation>> &shown,
                const ContextOptions &context, const MinimiseLimits &limits);

} // namespace rbcheck
