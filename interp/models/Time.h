//===- interp/models/Time.h - How time passes -----------------------------===//
//
// Time is virtual: it stands still until the program asks for it first, moves
// on by a millisecond with each question, by what a thread sleeps, and to the
// end of a timed wait that gives up. So a clock that was read before is never
// found before a deadline that has passed, in any thread.
//
// There is one time for all threads (in the scalars of thread 0), and only as
// much of it as matters: a program that never asks keeps none, so loops that
// sleep come back to known states. In others the fifth sleep without a question
// in between moves the time on by at least 256 milliseconds, and the following
// ones by 256 times as much each; after the ninth (34 years) it stands still until
// somebody asks. That is late, which a thread on a real machine can be, too, but
// never early, and a loop that sleeps comes back to a known state after nine
// rounds. A loop that asks for the time does not.
// The arithmetic is in runtime/include/rbcheck_time.h, for native replays, too.
// Tested by test/models/time*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Model.h"

namespace rbcheck {

/// A struct timespec, or timeval.
struct TimePair {
  int64_t seconds;
  int64_t fraction;
};

/// Of a struct timespec that a wait or sleep is given.
inline bool isValidTime(const TimePair &time) {
  return time.fraction >= 0 && time.fraction < 1'000'000'000;
}

/// Milliseconds since the start; asking moves the time on.
uint64_t askTime(ModelCall &call);
/// A thread slept for that long.
void passTime(ModelCall &call, const TimePair &duration);
/// It is that time, or later.
void passUntil(ModelCall &call, const TimePair &time);

} // namespace rbcheck
