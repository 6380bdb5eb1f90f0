//===- interp/models/TimedWait.h - Waits that give up at a time -----------===//
//
// What models of synchronisation share, with the waits that have an end.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Sync.h"
#include "interp/models/Time.h"

namespace rbcheck {

/// A clock that timed waits can use: CLOCK_REALTIME or CLOCK_MONOTONIC.
inline bool isWaitClock(int32_t clock) { return clock == 0 || clock == 1; }

/// The result of a wait that gives up at `time`: ETIMEDOUT, or EINVAL if that
/// is no valid struct timespec. Real functions look at it only when they wait.
inline ModelResult lateOrInvalid(ModelCall &call, uint64_t time) {
  TimePair parts;
  if (!call.load(time, parts))
    return call.failed();
  if (!isValidTime(parts))
    return call.retInt(EINVAL);
  passUntil(call, parts);
  return call.retInt(ETIMEDOUT);
}

/// The same before it waits: 0 or EINVAL.
inline ModelResult validOrInvalid(ModelCall &call, uint64_t time) {
  TimePair parts;
  if (!call.load(time, parts))
    return call.failed();
  return call.retInt(isValidTime(parts) ? 0 : EINVAL);
}

} // namespace rbcheck
