//===- interp/models/Mutex.cpp - pthread_mutex_* --------------------------===//
//
// Locking is one step that is enabled while the mutex is free. A normal mutex
// is checked as if it were an error-checking one, but misuse is a fault where
// an error-checking mutex returns an error.
// Tested by test/models/mutex*.c. Attributes: runtime/pthread/attributes.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Mutex.h"

#include "interp/exec/Survive.h"
#include "interp/models/TimedWait.h"

#include "runtime/include/rbcheck_abi.h"

namespace rbcheck {

bool loadMutex(ModelCall &call, uint64_t address, Mutex &mutex) {
  if (!call.load(address, mutex))
    return false;
  if (mutex.isValid())
    return true;
  invalidObject(call, "mutex", mutex.kind, address);
  return false;
}

ThreadList holderOfMutex(ModelCall &call) {
  Mutex mutex;
  if (!peek(call, call.arg(0), mutex) || mutex.isFree())
    return {};
  return {mutex.owner - 1};
}

/// A robust mutex whose owner ended is anybody's.
static bool isOwnerDead(ModelCall &call, const Mutex &mutex) {
  return mutex.isRobust() && !mutex.isFree() &&
         mutex.owner <= call.threadCount() &&
         call.scalars(mutex.owner - 1).status == ThreadStatus::Finished;
}

/// The owner locks a mutex again, and as the library does it, that blocks.
static bool waitsForItself(ModelCall &call, const Mutex &mutex) {
  return isAsLibrary(call) && (mutex.type() == MutexKind::Normal ||
                               mutex.type() == MutexKind::Adaptive);
}

unsigned whenMutexFree(ModelCall &call, uint64_t address) {
  Mutex mutex;
  if (!peek(call, address, mutex) || !mutex.isValid())
    return 1; // taking the step reports it
  if (mutex.owner == call.thread() + 1)
    return !waitsForItself(call, mutex);
  return mutex.isFree() || isOwnerDead(call, mutex);
}

ModelResult initMutex(ModelCall &call, uint64_t address, uint32_t kind,
                      uint32_t ceiling) {
  Mutex mutex;
  // Nobody need have written what is there.
  if (!call.readAhead(address, &mutex, sizeof(mutex)))
    return call.failed();
  call.noteRead(address, sizeof(mutex));
  // All of it must look locked: the bytes may have held something else before.
  if (mutex.isValid() && mutex.lock == 1 && mutex.users == 1 &&
      mutex.count > 0 && mutex.owner > 0 &&
      mutex.owner <= call.threadCount() &&
      !call.survives(FaultKind::LockMisuse,
                     "initialises a mutex that is locked", address))
    return call.failed();
  mutex = {};
  mutex.kind = kind;
  mutex.ceiling = ceiling;
  if (!call.fill(address, 0, kMutexBytes) || !call.store(address, mutex))
    return call.failed();
  return call.retInt(0);
}

ModelResult destroyMutex(ModelCall &call, uint64_t address) {
  Mutex mutex;
  if (!loadMutex(call, address, mutex))
    return call.failed();
  if (!mutex.isFree() && !isOwnerDead(call, mutex))
    return call.survives(FaultKind::LockMisuse,
                         "destroys a mutex that is locked", address)
               ? call.retInt(EBUSY)
               : call.failed();
  for (uint32_t id = 0, end = call.threadCount(); id != end; ++id) {
    const ThreadScalars &s = call.scalars(id);
    if (s.status == ThreadStatus::Parked && s.phase != 0 &&
        s.wait[1] == address)
      return call.survives(FaultKind::LockMisuse,
                           "destroys a mutex that a thread waits for", address)
                 ? call.retInt(EBUSY)
                 : call.failed();
  }
  mutex.kind = kDestroyedWord;
  return call.store(address, mutex) ? call.retInt(0) : call.failed();
}

static bool canBeTaken(ModelCall &call, const Mutex &mutex) {
  return mutex.isFree() || isOwnerDead(call, mutex);
}

/// The calling thread becomes the owner of a mutex that can be taken.
static ModelResult take(ModelCall &call, uint64_t address, Mutex &mutex) {
  if (mutex.kind & kMutexLost)
    return call.retInt(ENOTRECOVERABLE);
  if (isOwnerDead(call, mutex))
    mutex.kind |= kMutexInconsistent;
  mutex.owner = call.thread() + 1;
  mutex.lock = mutex.users = mutex.count = 1;
  if (!call.store(address, mutex))
    return call.failed();
  return call.retInt(mutex.kind & kMutexInconsistent ? EOWNERDEAD : 0);
}

/// The owner of a recursive mutex locks once more.
static ModelResult takeAgain(ModelCall &call, uint64_t address, Mutex &mutex) {
  if (mutex.count == ~0u)
    return call.retInt(EAGAIN);
  ++mutex.count;
  return call.store(address, mutex) ? call.retInt(0) : call.failed();
}

ModelResult lockMutex(ModelCall &call, uint64_t address) {
  Mutex mutex;
  if (!loadMutex(call, address, mutex))
    return call.failed();
  if (canBeTaken(call, mutex))
    return take(call, address, mutex);
  if (mutex.owner != call.thread() + 1)
    return ModelResult::Again; // not enabled; asked in vain
  switch (mutex.type()) {
  case MutexKind::Recursive:
    return takeAgain(call, address, mutex);
  case MutexKind::ErrorCheck:
    return call.retInt(EDEADLK);
  case MutexKind::Normal:
  case MutexKind::Adaptive:
    break;
  }
  if (isAsLibrary(call))
    return ModelResult::Again; // not enabled; asked in vain
  return call.fault(FaultKind::Deadlock, "mutex already held by this thread",
                    address);
}

ModelResult tryLockMutex(ModelCall &call, uint64_t address) {
  Mutex mutex;
  if (!loadMutex(call, address, mutex))
    return call.failed();
  if (canBeTaken(call, mutex))
    return take(call, address, mutex);
  if (mutex.owner == call.thread() + 1 && mutex.type() == MutexKind::Recursive)
    return takeAgain(call, address, mutex);
  return call.retInt(EBUSY);
}

bool canTryMutex(ModelCall &call, uint64_t address) {
  Mutex mutex;
  if (!peek(call, address, mutex) || !mutex.isValid())
    return false;
  return canBeTaken(call, mutex) || (mutex.owner == call.thread() + 1 &&
                                     mutex.type() == MutexKind::Recursive);
}

ModelResult timedLockMutex(ModelCall &call, uint64_t address, uint64_t time) {
  Mutex mutex;
  if (!loadMutex(call, address, mutex))
    return call.failed();
  if (canBeTaken(call, mutex))
    return take(call, address, mutex);
  if (mutex.owner == call.thread() + 1) {
    if (mutex.type() == MutexKind::Recursive)
      return takeAgain(call, address, mutex);
    if (mutex.type() == MutexKind::ErrorCheck)
      return call.retInt(EDEADLK);
  }
  return lateOrInvalid(call, time);
}

ModelResult unlockMutex(ModelCall &call, uint64_t address) {
  Mutex mutex;
  if (!loadMutex(call, address, mutex))
    return call.failed();
  if (mutex.owner != call.thread() + 1) {
    if (mutex.type() == MutexKind::Recursive ||
        mutex.type() == MutexKind::ErrorCheck)
      return call.retInt(EPERM);
    if (!call.survives(FaultKind::LockMisuse,
                       mutex.isFree()
                           ? "unlocks a mutex that is not locked"
                           : "unlocks a mutex that another thread holds",
                       address))
      return call.failed();
    mutex.count = 1; // it is free then, whoever held it
  }
  if (--mutex.count == 0) {
    mutex.owner = mutex.lock = mutex.users = 0;
    if (mutex.kind & kMutexInconsistent) // nobody repaired what it protects
      mutex.kind |= kMutexLost;
  }
  return call.store(address, mutex) ? call.retInt(0) : call.failed();
}

namespace {

unsigned whenFree(ModelCall &call) { return whenMutexFree(call, call.arg(0)); }

/// int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a)
/// Makes a mutex of the kind the attributes ask for.
ModelResult mutexInit(ModelCall &call) {
  uint32_t kind = 0, ceiling = 0;
  if (uint64_t attributes = call.arg(1)) {
    uint32_t bits;
    if (!call.load(attributes, bits))
      return call.failed();
    if ((bits & RB_SMALL_ATTR_MASK) != RB_SMALL_ATTR_TAG)
      return invalidObject(call, "mutex attribute", bits, attributes);
    kind = bits & RB_MUTEX_KIND_MASK;
    if (bits & RB_MUTEX_ROBUST)
      kind |= kMutexRobust;
    ceiling = (bits & RB_MUTEX_CEILING_MASK) >> RB_MUTEX_CEILING_SHIFT;
  }
  return initMutex(call, call.arg(0), kind, ceiling);
}

/// int pthread_mutex_destroy(pthread_mutex_t *mutex)
/// Faults if it is locked or waited for; any later use faults.
ModelResult mutexDestroy(ModelCall &call) {
  return destroyMutex(call, call.arg(0));
}

/// int pthread_mutex_lock(pthread_mutex_t *mutex)
/// Enabled once the mutex is free. Relocking a normal mutex is a fault, or
/// waits for ever (Survive.h).
ModelResult mutexLock(ModelCall &call) { return lockMutex(call, call.arg(0)); }

/// int pthread_mutex_trylock(pthread_mutex_t *mutex)
/// Never blocks; EBUSY exactly when the mutex is held. Where it is what a
/// try_lock of C++ ends in, it may also be EBUSY for no reason.
ModelResult mutexTryLock(ModelCall &call) {
  return call.choice() ? call.retInt(EBUSY) : tryLockMutex(call, call.arg(0));
}
unsigned waysToTry(ModelCall &call) {
  if (!call.isCxxTryLock() || !canTryMutex(call, call.arg(0)))
    return 1;
  return 1 + call.spuriousWays();
}

/// int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *)
/// Locks a free mutex; while it is held, the time may be up.
ModelResult mutexTimedLock(ModelCall &call) {
  return timedLockMutex(call, call.arg(0), call.arg(1));
}

/// int pthread_mutex_clocklock(pthread_mutex_t *, clockid_t,
///                             const struct timespec *)
ModelResult mutexClockLock(ModelCall &call) {
  if (!isWaitClock(call.argInt(1)))
    return call.retInt(EINVAL);
  return timedLockMutex(call, call.arg(0), call.arg(2));
}

/// int pthread_mutex_consistent(pthread_mutex_t *mutex)
/// The owner has repaired what a robust mutex protects.
ModelResult mutexConsistent(ModelCall &call) {
  Mutex mutex;
  if (!loadMutex(call, call.arg(0), mutex))
    return call.failed();
  if (!(mutex.kind & kMutexInconsistent) || mutex.owner != call.thread() + 1)
    return call.retInt(EINVAL);
  mutex.kind &= ~kMutexInconsistent;
  return call.store(call.arg(0), mutex) ? call.retInt(0) : call.failed();
}

/// int pthread_mutex_getprioceiling(const pthread_mutex_t *, int *ceiling)
ModelResult mutexGetCeiling(ModelCall &call) {
  Mutex mutex;
  if (!loadMutex(call, call.arg(0), mutex))
    return call.failed();
  if (!mutex.ceiling)
    return call.retInt(EINVAL);
  return call.store(call.arg(1), mutex.ceiling) ? call.retInt(0)
                                                : call.failed();
}

/// int pthread_mutex_setprioceiling(pthread_mutex_t *, int ceiling, int *old)
/// Locks the mutex for the change, as the real one does.
ModelResult mutexSetCeiling(ModelCall &call) {
  Mutex mutex;
  if (!loadMutex(call, call.arg(0), mutex))
    return call.failed();
  if (!mutex.ceiling || call.argInt(1) < 1 || call.argInt(1) > 99)
    return call.retInt(EINVAL);
  if (call.arg(2) && !call.store(call.arg(2), mutex.ceiling))
    return call.failed();
  mutex.ceiling = uint32_t(call.argInt(1));
  return call.store(call.arg(0), mutex) ? call.retInt(0) : call.failed();
}

/// int pthread_mutex_unlock(pthread_mutex_t *mutex)
/// Faults (or EPERM, by kind) unless this thread holds it.
ModelResult mutexUnlock(ModelCall &call) {
  return unlockMutex(call, call.arg(0));
}

constexpr auto kMutex = Family::Mutex;

constexpr Model settingCeiling() {
  Model model = sync("pthread_mutex_setprioceiling",
                     {Act::Change, kMutex, 0, {writes(2, 4)}}, mutexSetCeiling,
                     whenFree);
  model.fidelity = Fidelity::Approximate;
  model.note = "priorities";
  return model;
}

const RegisterModels kMutexModels({
    sync("pthread_mutex_init", {Act::Init, kMutex, 0, {reads(1, 4)}},
         mutexInit),
    sync("pthread_mutex_destroy", {Act::Destroy, kMutex}, mutexDestroy),
    sync("pthread_mutex_lock", {Act::Lock, kMutex}, mutexLock, whenFree,
         holderOfMutex),
    sync("pthread_mutex_trylock", {Act::TryLock, kMutex}, mutexTryLock,
         waysToTry),
    sync("pthread_mutex_timedlock",
         {Act::TimedLock, kMutex, 0, {reads(1, kTimeBytes)}}, mutexTimedLock),
    sync("pthread_mutex_clocklock",
         {Act::TimedLock, kMutex, 0, {reads(2, kTimeBytes)}}, mutexClockLock),
    sync("pthread_mutex_unlock", {Act::Unlock, kMutex}, mutexUnlock),
    sync("pthread_mutex_consistent", {Act::Change, kMutex}, mutexConsistent),
    sync("pthread_mutex_consistent_np", {Act::Change, kMutex},
         mutexConsistent),
    sync("pthread_mutex_getprioceiling",
         {Act::Ask, kMutex, 0, {writes(1, 4)}}, mutexGetCeiling),
    settingCeiling(),
});

} // namespace
} // namespace rbcheck
