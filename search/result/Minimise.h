//===- search/result/Minimise.h - A shorter way to the same error ---------===//
//
// What a search finds first is seldom the plainest way to an error. This looks
// for a schedule with fewer reads of older writes (and what else only a weak
// memory model does), with as many of them for fewer preemptions, and then for
// fewer steps, that fails in the same way (isSameError). Every candidate is
// executed.
//
//   1. The schedule at hand is changed: reads see the latest write, preemptions
//      are left out (all, then halves and so on), a thread that was preempted
//      goes on first, rounds and pieces are left out, as long as that helps.
//      Every change is tried from a state shortly before it (Improve.h).
//   2. A best-first search from the start, by these costs, for less than that:
//      first one that preempts only where the schedule at hand does, which gets
//      far also in large programs; then one through all schedules. If that gets
//      to its end the result is the best there is (BestFirst.h).
//   3. What a search has found is changed like the first schedule.
//
// The effort is limited by work done (steps and instructions), not by time, so
// that equal runs give equal traces; unless the time of the whole run is up, or
// it is interrupted: then the schedule stays as good as it is by then.
// Tested by test/trace/minimise.test, test/memory-model/latest.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"
#include "search/run/Limits.h"

#include <functional>

namespace rbcheck {

struct MinimiseLimits {
  /// Instructions, where every step counts as some hundred more: a fraction of
  /// a second, or about one with the views of a weak memory model.
  uint64_t work = 60'000'000;
  /// The work for the errors of a search that took so much: about as long,
  /// since a state that is searched costs twice what a step does here. At least
  /// some hundredths of a second, as starting does, and at most a few tenths.
  static uint64_t workFor(const Statistics &stats, MemoryModel memory);
  uint64_t nodes = 20'000;       ///< states of the best-first search
  uint64_t bytes = 512ull << 20; ///< of memory it may take for them
  Limits stop;                   ///< of the whole run: time, and Ctrl-C
  /// If set: what a plainer schedule has to show beside the same error.
  std::function<bool(const Violation &)> accepts;
};

/// How good a schedule is; less is better.
struct ScheduleCost {
  uint32_t weak = 0; ///< steps that sequential consistency would not do so
  uint32_t preemptions = 0;
  uint32_t steps = 0;
  friend auto operator<=>(const ScheduleCost &, const ScheduleCost &) = default;
};

/// Executes the schedule of `violation` and counts.
ScheduleCost costOf(const Program &program, const Violation &violation);

struct Minimised {
  Violation violation;
  ScheduleCost before, after;
  bool isBest = false; ///< no schedule with less leads to the error
};

Minimised minimise(const Program &program, const Violation &violation,
                   const MinimiseLimits &limits);

} // namespace rbcheck
