//===- search/run/Restart.h - A search on the machine that it needs -------===//
//
// Some things about a machine are found out only by searching, so that whoever
// searches does it through here:
//
//   - A program hid a pointer, and an object taken for private is not
//     (StepEnd::NotLocal): all again, without local objects. What was found so
//     far is void.
//   - An error that was found with steps from synchronisation to synchronisation
//     does not show in smaller ones (search/steps/Refine.h): all again, in the end
//     with a step for every access.
//   - An error was found that needs a spurious event. One that needs none is
//     easier to believe: once more without such events, within what is left of
//     the limits, and what that finds is shown first.
//
// Each violation carries the options of the machine that its schedule is for.
// Tested by test/triage/hidden-pointer.test and test/unit/RestartTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"
#include "search/SearchContext.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace rbcheck {

/// Calls `attempt` with `machine`, and again without local objects and then with
/// small steps if it has to (none is returned). `machine` is then what it ran on.
template <typename Attempt>
auto untilLocal(MachineOptions &machine, SearchMonitor *monitor,
                Attempt attempt) {
  auto done = attempt(machine);
  while (!done) {
    if (!machine.locality)
      machine.steps = Steps::Access;
    machine.locality = false;
    if (monitor)
      monitor->restarted();
    done = attempt(machine);
  }
  return std::move(*done);
}

/// True if a step of the schedule is a spurious event.
bool needsSpurious(const Program &program, const Violation &violation);

/// `found`, or what `search` without spurious events finds instead: if an error
/// needs one, and some of the limits are left.
Result plainestFirst(
    Result found, const Limits &limits,
    llvm::function_ref<bool(const Violation &)> needsSpurious,
    llvm::function_ref<Result(const Limits &left)> searchWithout);

} // namespace rbcheck
