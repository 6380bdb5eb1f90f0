//===- interp/models/Semaphore.cpp - sem_* --------------------------------===//
//
// An unnamed semaphore is one word in the program's sem_t, its value; the word
// behind it says whether it is alive. Waiting is one step, enabled while the
// value is positive. Named ones are found by runtime/pthread/semaphore.c.
// Tested by test/models/semaphore*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/TimedWait.h"

namespace rbcheck {
namespace {

constexpr uint32_t kMaxValue = 0x7fffffff;

struct Semaphore {
  uint32_t value;
  uint32_t validity; ///< 0 while alive
};

bool loadSemaphore(ModelCall &call, Semaphore &semaphore) {
  if (!call.load(call.arg(0), semaphore))
    return false;
  if (semaphore.validity == 0)
    return true;
  invalidObject(call, "semaphore", semaphore.validity, call.arg(0));
  return false;
}

ModelResult finish(ModelCall &call, const Semaphore &semaphore) {
  return call.store(call.arg(0), semaphore) ? call.retInt(0) : call.failed();
}

ModelResult failWith(ModelCall &call, int error) {
  call.setErrno(error);
  return call.retInt(-1);
}

unsigned whenPositive(ModelCall &call) {
  Semaphore semaphore;
  return !peek(call, call.arg(0), semaphore) || semaphore.validity != 0 ||
         semaphore.value > 0;
}

/// Takes one, or fails with an errno value while there is none.
ModelResult takeOr(ModelCall &call, int error, uint64_t time = 0) {
  if (call.isInterrupted())
    return failWith(call, EINTR);
  Semaphore semaphore;
  if (!loadSemaphore(call, semaphore))
    return call.failed();
  if (time) { // looked at even if there is no need to wait
    if (validOrInvalid(call, time) != ModelResult::Done)
      return call.failed();
    if (call.result()[0] == EINVAL)
      return failWith(call, EINVAL);
  }
  if (semaphore.value == 0) {
    if (time && lateOrInvalid(call, time) != ModelResult::Done)
      return call.failed();
    return failWith(call, error);
  }
  --semaphore.value;
  return finish(call, semaphore);
}

/// int sem_init(sem_t *semaphore, int shared, unsigned value)
ModelResult semInit(ModelCall &call) {
  uint32_t value = uint32_t(call.arg(2));
  if (value > kMaxValue)
    return failWith(call, EINVAL);
  return finish(call, {value, 0});
}

/// int sem_destroy(sem_t *semaphore)
/// Any later use faults.
ModelResult semDestroy(ModelCall &call) {
  Semaphore semaphore;
  if (!loadSemaphore(call, semaphore))
    return call.failed();
  return finish(call, {0, kDestroyedWord});
}

/// int sem_wait(sem_t *semaphore)
/// Enabled while the value is positive; takes one.
ModelResult semWait(ModelCall &call) { return takeOr(call, EAGAIN); }

/// int sem_trywait(sem_t *semaphore)
ModelResult semTryWait(ModelCall &call) { return takeOr(call, EAGAIN); }

/// int sem_timedwait(sem_t *semaphore, const struct timespec *time)
/// While there is none, the time may be up.
ModelResult semTimedWait(ModelCall &call) {
  return takeOr(call, ETIMEDOUT, call.arg(1));
}

/// int sem_clockwait(sem_t *, clockid_t, const struct timespec *)
ModelResult semClockWait(ModelCall &call) {
  if (!isWaitClock(call.argInt(1)))
    return failWith(call, EINVAL);
  return takeOr(call, ETIMEDOUT, call.arg(2));
}

/// int sem_post(sem_t *semaphore)
ModelResult semPost(ModelCall &call) {
  Semaphore semaphore;
  if (!loadSemaphore(call, semaphore))
    return call.failed();
  if (semaphore.value == kMaxValue)
    return failWith(call, EOVERFLOW);
  ++semaphore.value;
  return finish(call, semaphore);
}

/// int sem_getvalue(sem_t *semaphore, int *value)
ModelResult semGetValue(ModelCall &call) {
  Semaphore semaphore;
  if (!loadSemaphore(call, semaphore) ||
      !call.store(call.arg(1), semaphore.value))
    return call.failed();
  return call.retInt(0);
}

constexpr auto kSem = Family::Semaphore;

constexpr Model waiting(Model model) {
  return interruptedBy(Interrupted::Restarts, cancelPoint(model));
}

const RegisterModels kSemaphoreModels({
    sync("sem_init", {Act::Init, kSem}, semInit),
    sync("sem_destroy", {Act::Destroy, kSem}, semDestroy),
    waiting(sync("sem_wait", {Act::Acquire, kSem}, semWait, whenPositive)),
    sync("sem_trywait", {Act::TryAcquire, kSem}, semTryWait),
    waiting(sync("sem_timedwait",
                 {Act::TimedAcquire, kSem, 0, {reads(1, kTimeBytes)}},
                 semTimedWait)),
    waiting(sync("sem_clockwait",
                 {Act::TimedAcquire, kSem, 0, {reads(2, kTimeBytes)}},
                 semClockWait)),
    sync("sem_post", {Act::Release, kSem}, semPost),
    sync("sem_getvalue", {Act::Ask, kSem, 0, {writes(1, 4)}}, semGetValue),
});

} // namespace
} // namespace rbcheck
