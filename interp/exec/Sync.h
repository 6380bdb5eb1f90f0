//===- interp/exec/Sync.h - Calls that wait, and objects they wait for ----===//
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

#include "interp/exec/Model.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

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
  if (const uint8_t *bytes = call.bytesAt(address, sizeof(T))) {
    std::memcpy(&value, bytes, sizeof(T));
    return true;
  }
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
inline ThreadList waitersOf(ModelCall &call, uint64_t object) {
  ThreadList waiters;
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
