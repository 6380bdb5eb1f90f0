//===- runtime/include/rbcheck_time.h - How virtual time passes -----------===//
//
// The one place that says it, for the models (interp/models/Time.h has what it
// means and why) and for native replays, which have to find the same times.
// A clock is one word, 0 at the start: milliseconds, and in the upper byte how
// many threads slept since somebody asked.
// Not for users: they include rbcheck.h.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <stdint.h>

#define RB_TIME_START 1700000000 /* 2023-11-14 22:13:20 UTC, in seconds */
#define RB_TICKS_PER_SECOND 1000

#define RB_TICK_BITS 56
#define RB_TICK_MASK ((1ull << RB_TICK_BITS) - 1)
#define RB_MAX_TICK (1ull << 54)
#define RB_EXACT_SLEEPS 4 /* then each moves the time on by 256 times as much */
#define RB_LAST_SLEEP 9   /* no sleep after that moves it further */

static inline uint64_t rb_ticks_of(int64_t seconds, int64_t nanos) {
  const uint64_t nanosPerTick = 1000000000 / RB_TICKS_PER_SECOND;
  if (seconds < 0)
    return 0;
  if ((uint64_t)seconds >= RB_MAX_TICK / RB_TICKS_PER_SECOND)
    return RB_MAX_TICK;
  return (uint64_t)seconds * RB_TICKS_PER_SECOND +
         ((uint64_t)nanos + nanosPerTick - 1) / nanosPerTick;
}

/// Somebody asks for the time: *clock is moved on; the milliseconds since the
/// start.
static inline uint64_t rb_time_ask(uint64_t *clock) {
  *clock = (*clock & RB_TICK_MASK) + 1;
  return *clock;
}

/// A thread slept for that long.
static inline void rb_time_pass(uint64_t *clock, int64_t seconds,
                                int64_t nanos) {
  uint64_t now = *clock & RB_TICK_MASK, sleeps = *clock >> RB_TICK_BITS;
  uint64_t length = rb_ticks_of(seconds, nanos);
  if (now == 0 || length == 0 || sleeps == RB_LAST_SLEEP)
    return;
  ++sleeps;
  if (sleeps > RB_EXACT_SLEEPS) {
    uint64_t least = 1ull << 8 * (sleeps - RB_EXACT_SLEEPS);
    length = length > least ? length : least;
  }
  now += length;
  *clock = sleeps << RB_TICK_BITS | (now < RB_MAX_TICK ? now : RB_MAX_TICK);
}

/// It is that time, or later.
static inline void rb_time_until(uint64_t *clock, int64_t seconds,
                                 int64_t nanos) {
  if (seconds < RB_TIME_START)
    return;
  uint64_t end = rb_ticks_of(seconds - RB_TIME_START, nanos);
  if (end > (*clock & RB_TICK_MASK))
    *clock = (*clock & ~RB_TICK_MASK) | end;
}
