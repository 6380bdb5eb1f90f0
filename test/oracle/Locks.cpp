//===- test/oracle/Locks.cpp - Mutexes, spin locks, read-write locks ------===//
//
// After POSIX. Where it leaves the outcome undefined, the use is an error:
// unlocking what the thread does not hold, destroying what is held, locking a
// normal mutex twice (which blocks for ever).
//
//===----------------------------------------------------------------------===//
#include "test/oracle/Library.h"

namespace oracle {

enum { kNormal, kRecursive, kErrorCheck };

// Mutexes
// --------------------------------------------------------------------------

static int takeMutex(Step &step, Sync &mutex) {
  mutex.owner = int32_t(step.thread);
  mutex.count = 1;
  return 0;
}

int lockMutex(Step &step, uint64_t address) {
  Sync &mutex = step.sync(SyncKind::Mutex, address);
  if (mutex.owner == -1)
    return takeMutex(step, mutex);
  if (mutex.owner != int32_t(step.thread))
    throw Blocked{mutex.owner};
  if (mutex.type == kErrorCheck)
    return EDEADLK;
  if (mutex.type == kNormal)
    throw Failure{"deadlock"};
  ++mutex.count;
  return 0;
}

int tryLockMutex(Step &step, uint64_t address) {
  Sync &mutex = step.sync(SyncKind::Mutex, address);
  if (mutex.owner == -1)
    return takeMutex(step, mutex);
  if (mutex.owner != int32_t(step.thread) || mutex.type != kRecursive)
    return EBUSY;
  ++mutex.count;
  return 0;
}

int unlockMutex(Step &step, uint64_t address) {
  Sync &mutex = step.sync(SyncKind::Mutex, address);
  if (mutex.owner != int32_t(step.thread)) {
    if (mutex.type == kNormal)
      throw Failure{"lock-misuse"};
    return EPERM;
  }
  if (--mutex.count == 0)
    mutex.owner = -1;
  return 0;
}

void destroyMutex(Step &step, uint64_t address) {
  Sync &mutex = step.sync(SyncKind::Mutex, address);
  for (const Thread &other : step.state.threads)
    if (other.phase != Phase::None && other.waitsWith == address)
      throw Failure{"lock-misuse"};
  if (mutex.owner != -1)
    throw Failure{"lock-misuse"};
  mutex.isDestroyed = true;
}

static void initMutex(Step &step, Arguments a) {
  uint32_t type = a[1] ? uint32_t(step.read(a[1], 4)) : kNormal;
  auto old = step.state.syncs.find(a[0]);
  if (old != step.state.syncs.end() && old->second.kind == SyncKind::Mutex &&
      !old->second.isDestroyed && old->second.owner != -1)
    throw Failure{"lock-misuse"};
  if (type > kErrorCheck)
    throw Unsupported{"a mutex of another kind"};
  step.newSync(SyncKind::Mutex, a[0]).type = type;
  step.finishCall(0);
}

/// C++'s std::mutex::try_lock may fail without reason, POSIX's may not.
static bool isCxxTryLock(Step &step) {
  for (const auto &frame : step.self().frames)
    if (frame->function->function->getName() == "_ZNSt5mutex8try_lockEv" ||
        frame->function->function->getName() ==
            "_ZNSt15recursive_mutex8try_lockEv")
      return true;
  return false;
}

static void addMutexes(Library &library) {
  library["pthread_mutexattr_init"] = [](Step &step, Arguments a) {
    step.write(a[0], kNormal, 4);
    step.finishCall(0);
  };
  library["pthread_mutexattr_destroy"] = [](Step &step, Arguments a) {
    step.write(a[0], ~0u, 4);
    step.finishCall(0);
  };
  library["pthread_mutexattr_settype"] = [](Step &step, Arguments a) {
    step.write(a[0], a[1], 4);
    step.finishCall(0);
  };
  library["pthread_mutex_init"] = initMutex;
  library["pthread_mutex_destroy"] = [](Step &step, Arguments a) {
    destroyMutex(step, a[0]);
    step.finishCall(0);
  };
  library["pthread_mutex_lock"] = [](Step &step, Arguments a) {
    step.finishCall(lockMutex(step, a[0]));
  };
  library["pthread_mutex_unlock"] = [](Step &step, Arguments a) {
    step.finishCall(unlockMutex(step, a[0]));
  };
  library["pthread_mutex_trylock"] = [](Step &step, Arguments a) {
    if (step.options.spurious && isCxxTryLock(step) && step.choose(2, true)) {
      step.sync(SyncKind::Mutex, a[0]);
      return step.finishCall(EBUSY);
    }
    step.finishCall(tryLockMutex(step, a[0]));
  };
}

// Spin locks
// -----------------------------------------------------------------------

static void addSpinLocks(Library &library) {
  library["pthread_spin_init"] = [](Step &step, Arguments a) {
    step.newSync(SyncKind::Spin, a[0]);
    step.finishCall(0);
  };
  library["pthread_spin_destroy"] = [](Step &step, Arguments a) {
    Sync &lock = step.sync(SyncKind::Spin, a[0]);
    if (lock.owner != -1)
      throw Failure{"lock-misuse"};
    lock.isDestroyed = true;
    step.finishCall(0);
  };
  library["pthread_spin_lock"] = [](Step &step, Arguments a) {
    Sync &lock = step.sync(SyncKind::Spin, a[0]);
    if (lock.owner == int32_t(step.thread))
      throw Failure{"deadlock"};
    if (lock.owner != -1)
      throw Blocked{lock.owner};
    lock.owner = int32_t(step.thread);
    step.finishCall(0);
  };
  library["pthread_spin_trylock"] = [](Step &step, Arguments a) {
    Sync &lock = step.sync(SyncKind::Spin, a[0]);
    if (lock.owner != -1)
      return step.finishCall(EBUSY);
    lock.owner = int32_t(step.thread);
    step.finishCall(0);
  };
  library["pthread_spin_unlock"] = [](Step &step, Arguments a) {
    Sync &lock = step.sync(SyncKind::Spin, a[0]);
    if (lock.owner != int32_t(step.thread))
      throw Failure{"lock-misuse"};
    lock.owner = -1;
    step.finishCall(0);
  };
}

// Read-write locks
// -----------------------------------------------------------------

static void readLock(Step &step, uint64_t address, bool isTry) {
  Sync &lock = step.sync(SyncKind::RwLock, address);
  if (lock.owner == int32_t(step.thread) && !isTry)
    return step.finishCall(EDEADLK);
  if (lock.owner != -1) {
    if (!isTry)
      throw Blocked{lock.owner};
    return step.finishCall(EBUSY);
  }
  ++lock.readers[step.thread];
  step.finishCall(0);
}

static void writeLock(Step &step, uint64_t address, bool isTry) {
  Sync &lock = step.sync(SyncKind::RwLock, address);
  if (lock.owner == int32_t(step.thread) && !isTry)
    return step.finishCall(EDEADLK);
  if (lock.owner != -1 || !lock.readers.empty()) {
    if (!isTry)
      throw Blocked{lock.owner};
    return step.finishCall(EBUSY);
  }
  lock.owner = int32_t(step.thread);
  step.finishCall(0);
}

static void unlockRw(Step &step, Arguments a) {
  Sync &lock = step.sync(SyncKind::RwLock, a[0]);
  auto mine = lock.readers.find(step.thread);
  if (lock.owner == int32_t(step.thread))
    lock.owner = -1;
  else if (mine == lock.readers.end())
    throw Failure{"lock-misuse"};
  else if (--mine->second == 0)
    lock.readers.erase(mine);
  step.finishCall(0);
}

static void addRwLocks(Library &library) {
  library["pthread_rwlock_init"] = [](Step &step, Arguments a) {
    if (a[1])
      throw Unsupported{"attributes of a read-write lock"};
    step.newSync(SyncKind::RwLock, a[0]);
    step.finishCall(0);
  };
  library["pthread_rwlock_destroy"] = [](Step &step, Arguments a) {
    Sync &lock = step.sync(SyncKind::RwLock, a[0]);
    if (lock.owner != -1 || !lock.readers.empty())
      throw Failure{"lock-misuse"};
    lock.isDestroyed = true;
    step.finishCall(0);
  };
  library["pthread_rwlock_rdlock"] = [](Step &s, Arguments a) {
    readLock(s, a[0], false);
  };
  library["pthread_rwlock_tryrdlock"] = [](Step &s, Arguments a) {
    readLock(s, a[0], true);
  };
  library["pthread_rwlock_wrlock"] = [](Step &s, Arguments a) {
    writeLock(s, a[0], false);
  };
  library["pthread_rwlock_trywrlock"] = [](Step &s, Arguments a) {
    writeLock(s, a[0], true);
  };
  library["pthread_rwlock_unlock"] = unlockRw;
}

void addLocks(Library &library) {
  addMutexes(library);
  addSpinLocks(library);
  addRwLocks(library);
}

} // namespace oracle
