//===- interp/models/RwLock.cpp - pthread_rwlock_* ------------------------===//
//
// Readers are preferred to waiting writers, glibc's default, unless the flags
// say that writers come first: then a writer that has to wait is recorded as a
// waiting thread, and readers that come later wait, too. RwLockLayout.h has what
// is kept. A try_lock of C++ may fail for no reason (--spurious).
// Tested by test/models/rwlock*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/roles/RwLockLayout.h"

#include "interp/models/TimedWait.h"

#include "runtime/include/rbcheck_abi.h"

namespace rbcheck {

namespace {

/// Of a blocked call: the threads without which it cannot go on.
ThreadList allThatBlock(ModelCall &call, bool isWriting) {
  RwLock lock;
  if (!peek(call, call.arg(0), lock) || !lock.isValid())
    return {};
  if (lock.writer)
    return {lock.writer - 1};
  if (!isWriting) // writers that wait come first
    return waitersOf(call, call.arg(0));
  ThreadList threads;
  for (uint16_t entry : lock.table)
    if (entry)
      threads.push_back(RwLock::threadOf(entry));
  return threads;
}

ThreadList blocksReading(ModelCall &call) { return allThatBlock(call, false); }
ThreadList blocksWriting(ModelCall &call) { return allThatBlock(call, true); }

bool loadLock(ModelCall &call, uint64_t address, RwLock &lock) {
  if (!call.load(address, lock))
    return false;
  if (lock.isValid())
    return true;
  invalidObject(call, "read-write lock", lock.flags, address);
  return false;
}

ModelResult finish(ModelCall &call, uint64_t address, const RwLock &lock) {
  return call.store(address, lock) ? call.retInt(0) : call.failed();
}

bool isWriter(ModelCall &call, const RwLock &lock) {
  return lock.writer == call.thread() + 1;
}

bool isReadable(ModelCall &call, const RwLock &lock) {
  return lock.writer == 0 && (lock.flags != RwLock::kWritersFirst ||
                              waitersOf(call, call.arg(0)).empty());
}

unsigned whenReadable(ModelCall &call) {
  RwLock lock;
  return !peek(call, call.arg(0), lock) || !lock.isValid() ||
         isReadable(call, lock) || isWriter(call, lock);
}

unsigned whenWritable(ModelCall &call) {
  RwLock lock;
  if (!peek(call, call.arg(0), lock) || !lock.isValid() ||
      isWriter(call, lock) || !lock.isHeld())
    return 1;
  // The step to wait is one others can see if it keeps readers out.
  return lock.flags == RwLock::kWritersFirst && own(call).phase == 0;
}

/// Takes the lock for reading, or sets `held` (an errno value) as result.
ModelResult readOr(ModelCall &call, int held, uint64_t time = 0) {
  RwLock lock;
  if (!loadLock(call, call.arg(0), lock))
    return call.failed();
  if (isWriter(call, lock) && held != EBUSY)
    return call.retInt(EDEADLK);
  if (!isReadable(call, lock))
    return time ? lateOrInvalid(call, time) : call.retInt(held);
  if (lock.readers == ~0u)
    return call.retInt(EAGAIN);
  if (!lock.addReader(call.thread()))
    call.approximation(ApproximationKind::Readers);
  return finish(call, call.arg(0), lock);
}

/// Takes the lock for writing, or sets `held` (an errno value) as result.
ModelResult writeOr(ModelCall &call, int held, uint64_t time = 0) {
  RwLock lock;
  if (!loadLock(call, call.arg(0), lock))
    return call.failed();
  if (isWriter(call, lock) && held != EBUSY)
    return call.retInt(EDEADLK);
  if (lock.isHeld()) {
    if (held == EDEADLK) // enabled only to begin waiting
      return startWaiting(call, call.arg(0));
    return time ? lateOrInvalid(call, time) : call.retInt(held);
  }
  if (own(call).phase)
    stopWaiting(call);
  lock.writer = call.thread() + 1;
  return finish(call, call.arg(0), lock);
}

/// int pthread_rwlock_init(pthread_rwlock_t *, const pthread_rwlockattr_t *)
ModelResult rwInit(ModelCall &call) {
  RwLock lock = {};
  if (uint64_t attributes = call.arg(1)) {
    uint32_t bits;
    if (!call.load(attributes, bits))
      return call.failed();
    if ((bits & RB_SMALL_ATTR_MASK) != RB_SMALL_ATTR_TAG)
      return invalidObject(call, "read-write lock attribute", bits,
                           attributes);
    lock.flags = bits & RB_RWLOCK_KIND_MASK;
  }
  return finish(call, call.arg(0), lock);
}

/// int pthread_rwlock_destroy(pthread_rwlock_t *)
/// Faults if it is held; any later use faults.
ModelResult rwDestroy(ModelCall &call) {
  RwLock lock;
  if (!loadLock(call, call.arg(0), lock))
    return call.failed();
  if (lock.isHeld()) // the real function does nothing at all
    return call.survives(FaultKind::LockMisuse,
                         "destroys a read-write lock that is held", call.arg(0))
               ? call.retInt(0)
               : call.failed();
  lock.flags = kDestroyedWord;
  return finish(call, call.arg(0), lock);
}

/// int pthread_rwlock_rdlock(pthread_rwlock_t *)
/// Enabled while nobody writes; EDEADLK for the writer itself.
ModelResult rwReadLock(ModelCall &call) { return readOr(call, EDEADLK); }

/// int pthread_rwlock_wrlock(pthread_rwlock_t *)
/// Enabled while nobody holds it; EDEADLK for the writer itself.
ModelResult rwWriteLock(ModelCall &call) { return writeOr(call, EDEADLK); }

/// int pthread_rwlock_tryrdlock(pthread_rwlock_t *)
ModelResult rwTryRead(ModelCall &call) {
  return call.choice() ? call.retInt(EBUSY) : readOr(call, EBUSY);
}
unsigned waysToTryRead(ModelCall &call) {
  RwLock lock;
  bool canRead = call.isCxxTryLock() && peek(call, call.arg(0), lock) &&
                 lock.isValid() && isReadable(call, lock);
  return 1 + (canRead ? call.spuriousWays() : 0);
}

/// int pthread_rwlock_trywrlock(pthread_rwlock_t *)
ModelResult rwTryWrite(ModelCall &call) {
  return call.choice() ? call.retInt(EBUSY) : writeOr(call, EBUSY);
}
unsigned waysToTryWrite(ModelCall &call) {
  RwLock lock;
  bool canWrite = call.isCxxTryLock() && peek(call, call.arg(0), lock) &&
                  lock.isValid() && !lock.isHeld();
  return 1 + (canWrite ? call.spuriousWays() : 0);
}

/// int pthread_rwlock_timedrdlock(pthread_rwlock_t *, const struct timespec *)
/// While it cannot be had, the time may be up.
ModelResult rwTimedRead(ModelCall &call) {
  return readOr(call, ETIMEDOUT, call.arg(1));
}

/// int pthread_rwlock_timedwrlock(pthread_rwlock_t *, const struct timespec *)
ModelResult rwTimedWrite(ModelCall &call) {
  return writeOr(call, ETIMEDOUT, call.arg(1));
}

/// int pthread_rwlock_clockrdlock(pthread_rwlock_t *, clockid_t,
///                                const struct timespec *)
ModelResult rwClockRead(ModelCall &call) {
  if (!isWaitClock(call.argInt(1)))
    return call.retInt(EINVAL);
  return readOr(call, ETIMEDOUT, call.arg(2));
}

/// int pthread_rwlock_clockwrlock(pthread_rwlock_t *, clockid_t,
///                                const struct timespec *)
ModelResult rwClockWrite(ModelCall &call) {
  if (!isWaitClock(call.argInt(1)))
    return call.retInt(EINVAL);
  return writeOr(call, ETIMEDOUT, call.arg(2));
}

/// int pthread_rwlock_unlock(pthread_rwlock_t *)
/// Faults unless this thread holds it.
ModelResult rwUnlock(ModelCall &call) {
  RwLock lock;
  if (!loadLock(call, call.arg(0), lock))
    return call.failed();
  if (isWriter(call, lock))
    lock.writer = 0;
  else if (lock.writer != 0)
    return call.fault(FaultKind::LockMisuse,
                      "unlocks a read-write lock that another thread holds",
                      call.arg(0));
  else if (lock.readers == 0)
    return call.fault(FaultKind::LockMisuse,
                      "unlocks a read-write lock that is not locked",
                      call.arg(0));
  else if (!lock.dropReader(call.thread()))
    return call.fault(FaultKind::LockMisuse,
                      "unlocks a read-write lock that other threads hold for "
                      "reading and this one does not",
                      call.arg(0));
  return finish(call, call.arg(0), lock);
}

constexpr auto kReadWrite = Family::ReadWrite;

const RegisterModels kRwLockModels({
    sync("pthread_rwlock_init", {Act::Init, kReadWrite, 0, {reads(1, 4)}},
         rwInit),
    sync("pthread_rwlock_destroy", {Act::Destroy, kReadWrite}, rwDestroy),
    sync("pthread_rwlock_rdlock", {Act::ReadLock, kReadWrite}, rwReadLock,
         whenReadable, blocksReading),
    sync("pthread_rwlock_wrlock", {Act::WriteLock, kReadWrite}, rwWriteLock,
         whenWritable, blocksWriting),
    sync("pthread_rwlock_tryrdlock", {Act::TryReadLock, kReadWrite},
         rwTryRead, waysToTryRead),
    sync("pthread_rwlock_trywrlock", {Act::TryLock, kReadWrite}, rwTryWrite,
         waysToTryWrite),
    sync("pthread_rwlock_timedrdlock",
         {Act::TimedReadLock, kReadWrite, 0, {reads(1, kTimeBytes)}},
         rwTimedRead),
    sync("pthread_rwlock_timedwrlock",
         {Act::TimedLock, kReadWrite, 0, {reads(1, kTimeBytes)}},
         rwTimedWrite),
    sync("pthread_rwlock_clockrdlock",
         {Act::TimedReadLock, kReadWrite, 0, {reads(2, kTimeBytes)}},
         rwClockRead),
    sync("pthread_rwlock_clockwrlock",
         {Act::TimedLock, kReadWrite, 0, {reads(2, kTimeBytes)}},
         rwClockWrite),
    sync("pthread_rwlock_unlock", {Act::Unlock, kReadWrite}, rwUnlock),
});

} // namespace
} // namespace rbcheck
