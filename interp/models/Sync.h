//===- interp/models/Sync.h - What models of synchronisation share --------===//
//
// A synchronisation object lives in the bytes of the program's own variable:
// copies, frees, races and hashing need no further care. Static initialisers
// of glibc are valid objects; fresh memory (kFreshByte) and destroyed objects
// are recognised by a word that no valid object has.
//
// Threads that wait inside a model are found by their scalars: `wait[0]` is
// the address of the object, `phase` how far they are.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/models/Model.h"
#include "interp/models/Time.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <cerrno>

namespace rbcheck {

/// Every word of never-initialised memory.
constexpr uint32_t kFreshWord = 0xa5a5a5a5;
/// What destroying an object writes to its word of validity.
constexpr uint32_t kDestroyedWord = 0xdeadd00d;

/// Phases of a thread that waits for being woken by another one.
constexpr uint8_t kWaiting = 1;
constexpr uint8_t kWoken = 2;
constexpr uint8_t kTimedOut = 3;
constexpr uint8_t kCancelled = 4;

/// Reads without raising a fault: false if the bytes cannot be read.
template <typename T>
bool peek(ModelCall &call, uint64_t address, T &value) {
  return call.readable(address) >= sizeof(T) &&
         call.read(address, &value, sizeof(T));
}

/// Scalars of the calling thread.
inline const ThreadScalars &own(ModelCall &call) {
  return call.scalars(call.thread());
}

/// The calling thread stays at this call and waits for `object`.
inline ModelResult startWaiting(ModelCall &call, uint64_t object,
                                uint64_t second = 0) {
  ThreadScalars &self = call.ownScalars(call.thread());
  self.phase = kWaiting;
  self.wait[0] = object;
  self.wait[1] = second;
  return ModelResult::Again;
}

/// The calling thread no longer waits.
inline void stopWaiting(ModelCall &call) {
  ThreadScalars &self = call.ownScalars(call.thread());
  self.phase = 0;
  self.wait[0] = self.wait[1] = 0;
}

/// Threads that wait for `object` and were not woken, by number.
inline llvm::SmallVector<uint32_t, 8> waitersOf(ModelCall &call,
                                                uint64_t object) {
  llvm::SmallVector<uint32_t, 8> waiters;
  for (uint32_t id = 0, end = call.threadCount(); id != end; ++id) {
    const ThreadScalars &s = call.scalars(id);
    if (s.status == ThreadStatus::Parked && s.phase == kWaiting &&
        s.wait[0] == object)
      waiters.push_back(id);
  }
  return waiters;
}

/// Some thread is inside a wait on `object`, woken or not.
inline bool isWaitedFor(ModelCall &call, uint64_t object) {
  for (uint32_t id = 0, end = call.threadCount(); id != end; ++id) {
    const ThreadScalars &s = call.scalars(id);
    if (s.status == ThreadStatus::Parked && s.phase != 0 &&
        s.wait[0] == object)
      return true;
  }
  return false;
}

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

/// The fault for an object whose word of validity is `word`.
inline ModelResult invalidObject(ModelCall &call, const char *what,
                                 uint32_t word, uint64_t address) {
  return call.fault(FaultKind::LockMisuse,
                    llvm::Twine(what) +
                        (word == kDestroyedWord ? " was destroyed"
                                                : " was never initialised"),
                    address);
}

} // namespace rbcheck
