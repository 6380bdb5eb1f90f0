//===- interp/models/RwLock.cpp - pthread_rwlock_* ------------------------===//
//
// Readers are preferred to waiting writers, glibc's default, unless the flags
// say that writers come first: then a writer that has to wait is recorded as a
// waiting thread, and readers that come later wait, too. RwLock.h has what is
// kept. A try_lock of C++ may fail for no reason (--spurious).
// Tested by test/models/rwlock*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/RwLock.h"

#include "runtime/include/rbcheck_abi.h"

namespace rbcheck {

unsigned RwLock::holdsOf(uint32_t thread) const {
  for (uint16_t entry : table)
    if (entry && threadOf(entry) == thread)
      return countOf(entry);
  return 0;
}

bool RwLock::addReader(uint32_t thread) {
  ++readers;
  uint16_t *end = std::find(std::begin(table), std::end(table), 0);
  uint16_t *at = std::find_if(table, end, [&](uint16_t entry) {
    return threadOf(entry) >= thread;
  });
  bool isKnown = at != end && threadOf(*at) == thread;
  if (isKnown ? countOf(*at) == kMaxCount : end == std::end(table)) {
    ++others;
    return false;
  }
  if (!isKnown) {
    std::copy_backward(at, end, end + 1);
    *at = uint16_t(thread << kCountBits);
  }
  ++*at;
  return true;
}

bool RwLock::dropReader(uint32_t thread) {
  for (uint16_t *at = std::begin(table); at != std::end(table) && *at; ++at) {
    if (threadOf(*at) != thread)
      continue;
    --readers;
    if (countOf(--*at) == 0) {
      std::copy(at + 1, std::end(table), at);
      *std::prev(std::end(table)) = 0;
    }
    return true;
  }
  if (others == 0)
    return false;
  --others;
  --readers;
  return true;
}

llvm::SmallVector<uint32_t, 8> allThatBlock(ModelCall &call, bool isWriting) {
  RwLock lock;
  if (!peek(call, call.arg(0), lock) || !lock.isValid())
    return {};
  if (lock.writer)
    return {lock.writer - 1};
  if (!isWriting) // writers that wait come first
    return waitersOf(call, call.arg(0));
  llvm::SmallVector<uint32_t, 8> threads;
  for (uint16_t entry : lock.table)
    if (entry)
      threads.push_back(RwLock::threadOf(entry));
  return threads;
}

static std::optional<uint32_t>
firstOf(const llvm::SmallVector<uint32_t, 8> &threads) {
  return threads.empty() ? std::nullopt : std::optional(threads.front());
}
std::optional<uint32_t> blocksReading(ModelCall &call) {
  return firstOf(allThatBlock(call, false));
}
std::optional<uint32_t> blocksWriting(ModelCall &call) {
  return firstOf(allThatBlock(call, true));
}

namespace {

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
