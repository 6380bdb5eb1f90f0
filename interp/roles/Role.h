//===- interp/roles/Role.h - What a library function is to others ---------===//
//
// The part of a model's row that everybody else derives from: which effects a
// call has (interp/exec/Effects.h), which mark it gets, how a report words it,
// what a warning calls it. Nobody looks at the names of functions.
//
//   {Act::TimedLock, Family::Mutex, 0, {reads(1, kTimeBytes)}}
//
// acts on the mutex that argument 0 points to and reads the time behind
// argument 1. Tested by test/unit/EffectsTest.cpp and test/effects.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <array>
#include <cstdint>

namespace rbcheck {

/// What a function does to others: Acts.def.
enum class Act : uint8_t {
#define RB_ACT(name, verb, mark, flow, meaning) name,
#include "interp/roles/Acts.def"
#undef RB_ACT
};

/// "lock", "signal", ...; "" = the function's own name says it.
const char *verbOf(Act act);

/// How a call hands on what threads know of each other (interp/exec/Flows.h).
enum class ActFlow : uint8_t {
  None,          ///< not at all
  FromThread,    ///< from the thread that ended, if the call succeeds
  TakeOnSuccess, ///< from the object, if it succeeds
  TakeOnReturn,  ///< from the object, once it returns
  Give,          ///< to the object
  GiveOnSuccess, ///< to the object, if it succeeds
  LockOwner,     ///< from or to a lock, by whose it was and is
  Meet,          ///< among all that wait at the object, by the last one
  Send,          ///< to all signals
  Receive,       ///< from them, once it returns
  Void,          ///< the object knows nothing any more
  SectionBegin,  ///< from the atomic sections before (Weak.cpp)
  SectionEnd     ///< to those after
};
ActFlow flowOf(Act act);

/// The kinds of synchronisation objects.
enum class Family : uint8_t {
  None, Thread, Mutex, Spin, ReadWrite, Cond, Semaphore, Barrier, Once, Guard
};
/// Bytes of an object in the program's memory; 0 = it has none.
uint64_t bytesOf(Family family);

/// Can be held by one thread alone.
constexpr bool isLock(Family family) {
  return family == Family::Mutex || family == Family::Spin ||
         family == Family::ReadWrite;
}

/// Plain memory behind a pointer argument, of a fixed size; null is nothing.
struct Touch {
  int8_t argument = -1; ///< -1 = none
  bool write = false;
  uint32_t size = 0;
};
constexpr Touch reads(int8_t argument, uint32_t size) {
  return {argument, false, size};
}
constexpr Touch writes(int8_t argument, uint32_t size) {
  return {argument, true, size};
}
constexpr uint32_t kTimeBytes = 16;   ///< struct timespec
constexpr uint32_t kHandleBytes = 8;  ///< pthread_t, and pointers

struct Role {
  Act act = Act::None;
  Family family = Family::None;
  int8_t object = 0;           ///< argument that names the object; -1 = none
  std::array<Touch, 2> touches = {};
  int8_t mutex = -1;           ///< Wait: the argument with the mutex
  int8_t function = -1;        ///< Create: the argument that the thread runs
};

constexpr bool isOneOf(Act act, std::initializer_list<Act> acts) {
  for (Act each : acts)
    if (act == each)
      return true;
  return false;
}
/// Takes, or tries to take, a lock.
constexpr bool takesLock(Act act) {
  return isOneOf(act, {Act::Lock, Act::WriteLock, Act::ReadLock, Act::TryLock,
                       Act::TryReadLock, Act::TimedLock, Act::TimedReadLock});
}
constexpr bool isForReading(Act act) {
  return isOneOf(act, {Act::ReadLock, Act::TryReadLock, Act::TimedReadLock});
}
/// Could tell that a thread has not ended: its end is a step of its own then.
constexpr bool observesEnd(Act act) {
  return act == Act::TryJoin || act == Act::AskEnd;
}
constexpr bool joins(Act act) {
  return act == Act::Join || act == Act::TryJoin;
}

} // namespace rbcheck
