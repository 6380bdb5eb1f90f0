//===- interp/models/Cond.cpp - pthread_cond_* ----------------------------===//
//
// A wait takes three steps, by the phase of the waiting thread:
//
//   0           releases the mutex and waits, or is woken at once (spurious)
//   kWaiting    blocked; a timed wait may give up (-> kTimedOut) at any time
//   kWoken, kTimedOut   enabled once the mutex is free: takes it, returns
//   kCancelled          the same, but then the thread ends (pthread_cancel)
//
// Giving up and taking the mutex are two steps: a signal in between is lost on
// this thread, as in reality. A signal wakes any one waiter: the search picks.
//
// Waits may end without a signal (--spurious). Whether this one does is chosen
// when it begins, and loses nothing: take a run in which a thread wakes by
// itself at some later time. No signal before that went to it, else it would
// have been woken by that, so all of them go to the same threads if it was no
// waiter from the start; and being woken early but scheduled late is the same
// as being woken late. A wait that is refused, or that another thread finds
// waiting, is in the runs of the other alternative. Since the choice is not
// open while threads wait, a state in which all wait stays a deadlock. A wait
// with a time limit can also end by it; this here returns 0, not ETIMEDOUT.
// Tested by test/models/cond*.c and test/models/spurious-*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Cond.h"
#include "interp/models/Mutex.h"
#include "interp/models/TimedWait.h"

namespace rbcheck {

/// Reads the word of validity; raises a fault if the object is not alive.
static bool checkCond(ModelCall &call, uint64_t cond) {
  uint32_t word;
  if (!call.load(cond, word))
    return false;
  if (word != kFreshWord && word != kDestroyedWord)
    return true;
  invalidObject(call, "condition variable", word, cond);
  return false;
}

unsigned whenCondReady(ModelCall &call, uint64_t mutex, bool timed) {
  switch (own(call).phase) {
  case 0:
    return 1 + call.spuriousWays();
  case kWaiting:
    return timed || call.isCancelled();
  default:
    return whenMutexFree(call, mutex);
  }
}

ThreadList holderOfCondMutex(ModelCall &call) {
  uint8_t phase = own(call).phase;
  Mutex mutex;
  if (phase == 0 || phase == kWaiting || !peek(call, call.arg(1), mutex) ||
      mutex.isFree())
    return {};
  return {mutex.owner - 1};
}

unsigned countCondWaiters(ModelCall &call, uint64_t cond) {
  return std::max<unsigned>(1, waitersOf(call, cond).size());
}

ModelResult initCond(ModelCall &call, uint64_t cond) {
  if (isWaitedFor(call, cond))
    return call.fault(FaultKind::LockMisuse,
                      "initialises a condition variable that a thread waits "
                      "for",
                      cond);
  return call.fill(cond, 0, kCondBytes) ? call.retInt(0) : call.failed();
}

ModelResult destroyCond(ModelCall &call, uint64_t cond) {
  if (!checkCond(call, cond))
    return call.failed();
  // Threads that were woken may still be on their way out: that is allowed.
  if (!waitersOf(call, cond).empty())
    return call.fault(FaultKind::LockMisuse,
                      "destroys a condition variable that a thread waits for",
                      cond);
  return call.store(cond, kDestroyedWord) ? call.retInt(0) : call.failed();
}

/// First step: gives the mutex back and waits.
static ModelResult beginWait(ModelCall &call, uint64_t cond, uint64_t mutex,
                             uint64_t time) {
  if (!checkCond(call, cond))
    return call.failed();
  if (time) {
    if (validOrInvalid(call, time) != ModelResult::Done)
      return call.failed();
    if (call.result()[0] == EINVAL)
      return ModelResult::Done;
  }
  Mutex held;
  if (!loadMutex(call, mutex, held))
    return call.failed();
  bool saysSo = held.type() == MutexKind::Recursive ||
                held.type() == MutexKind::ErrorCheck; // as when it is unlocked
  if (held.owner != call.thread() + 1 && saysSo)
    return call.retInt(EPERM);
  if (held.owner != call.thread() + 1)
    return call.fault(FaultKind::LockMisuse,
                      "waits on a condition variable without holding the mutex",
                      mutex);
  auto isOther = [&](uint32_t id) {
    return call.scalars(id).wait[1] != mutex;
  };
  if (llvm::any_of(waitersOf(call, cond), isOther) &&
      !call.survives(FaultKind::LockMisuse,
                     "waits on a condition variable with another mutex than "
                     "the threads that wait already",
                     cond))
    return call.failed();
  if (unlockMutex(call, mutex) != ModelResult::Done)
    return call.failed();
  ModelResult result = startWaiting(call, cond, mutex);
  if (call.choice()) // wakes without a signal
    call.ownScalars(call.thread()).phase = kWoken;
  return result;
}

ModelResult waitCond(ModelCall &call, uint64_t cond, uint64_t mutex,
                     uint64_t time) {
  uint8_t phase = own(call).phase;
  if (phase == 0)
    return beginWait(call, cond, mutex, time);
  if (phase == kWaiting) { // only timed and cancelled waits are enabled here
    call.ownScalars(call.thread()).phase =
        call.isCancelled() ? kCancelled : kTimedOut;
    if (TimePair end; !call.isCancelled() && peek(call, time, end))
      passUntil(call, end);
    return ModelResult::Again;
  }
  ModelResult result = lockMutex(call, mutex);
  if (result != ModelResult::Done)
    return result;
  stopWaiting(call);
  if (phase == kCancelled)
    return call.actOnCancel();
  if (int32_t(call.result()[0]) != 0) // a robust mutex: its owner ended
    return result;
  return call.retInt(phase == kTimedOut ? ETIMEDOUT : 0);
}

ModelResult signalCond(ModelCall &call, uint64_t cond) {
  if (!checkCond(call, cond))
    return call.failed();
  auto waiters = waitersOf(call, cond);
  if (!waiters.empty())
    call.ownScalars(waiters[call.choice() % waiters.size()]).phase = kWoken;
  return call.retInt(0);
}

ModelResult broadcastCond(ModelCall &call, uint64_t cond) {
  if (!checkCond(call, cond))
    return call.failed();
  for (uint32_t id : waitersOf(call, cond))
    call.ownScalars(id).phase = kWoken;
  return call.retInt(0);
}

namespace {

unsigned whenReady(ModelCall &call) {
  return whenCondReady(call, call.arg(1), false);
}
unsigned whenReadyOrLate(ModelCall &call) {
  return whenCondReady(call, call.arg(1), true);
}
unsigned countWaiters(ModelCall &call) {
  return countCondWaiters(call, call.arg(0));
}

/// int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *)
/// Makes it usable; a condition variable all zero is usable, too.
ModelResult condInit(ModelCall &call) { return initCond(call, call.arg(0)); }

/// int pthread_cond_destroy(pthread_cond_t *)
/// Faults if a thread waits for it; any later use faults.
ModelResult condDestroy(ModelCall &call) {
  return destroyCond(call, call.arg(0));
}

/// int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *)
/// Returns 0 with the mutex held, after a signal or broadcast.
ModelResult condWait(ModelCall &call) {
  return waitCond(call, call.arg(0), call.arg(1));
}

/// int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *,
///                            const struct timespec *)
/// Like pthread_cond_wait, and can return ETIMEDOUT at any time.
ModelResult condTimedWait(ModelCall &call) {
  return waitCond(call, call.arg(0), call.arg(1), call.arg(2));
}

/// int pthread_cond_clockwait(pthread_cond_t *, pthread_mutex_t *, clockid_t,
///                            const struct timespec *)
ModelResult condClockWait(ModelCall &call) {
  if (!isWaitClock(call.argInt(2)))
    return call.retInt(EINVAL);
  return waitCond(call, call.arg(0), call.arg(1), call.arg(3));
}

/// int pthread_cond_signal(pthread_cond_t *)
/// Wakes one waiting thread, any, if there is one.
ModelResult condSignal(ModelCall &call) {
  return signalCond(call, call.arg(0));
}

/// int pthread_cond_broadcast(pthread_cond_t *)
/// Wakes all waiting threads.
ModelResult condBroadcast(ModelCall &call) {
  return broadcastCond(call, call.arg(0));
}

constexpr auto kCond = Family::Cond;

/// The mutex is argument 1, the time, if there is one, argument `time`.
constexpr Model waiting(const char *name, Model::Body body, Model::Ways ways,
                        int8_t time = -1) {
  Act act = time < 0 ? Act::Wait : Act::TimedWait;
  return cancelPoint(sync(name,
                          {act, kCond, 0, {reads(time, kTimeBytes)}, 1}, body,
                          ways, holderOfCondMutex));
}

const RegisterModels kCondModels({
    sync("pthread_cond_init", {Act::Init, kCond, 0, {reads(1, 4)}}, condInit),
    sync("pthread_cond_destroy", {Act::Destroy, kCond}, condDestroy),
    waiting("pthread_cond_wait", condWait, whenReady),
    waiting("pthread_cond_timedwait", condTimedWait, whenReadyOrLate, 2),
    waiting("pthread_cond_clockwait", condClockWait, whenReadyOrLate, 3),
    sync("pthread_cond_signal", {Act::Signal, kCond}, condSignal,
         countWaiters),
    sync("pthread_cond_broadcast", {Act::Broadcast, kCond}, condBroadcast),
});

} // namespace
} // namespace rbcheck
