//===- test/oracle/Waits.cpp - Conditions, semaphores, barriers, once -----===//
//
// A wait that others end takes several steps: the thread stays at its call and
// remembers in its phase how far it is.
//
//===----------------------------------------------------------------------===//
#include "test/oracle/Library.h"

namespace oracle {

static void beginWait(Step &step, uint64_t object, uint64_t with) {
  step.self().phase = Phase::Waiting;
  step.self().waitsAt = object;
  step.self().waitsWith = with;
}

static void endWait(Step &step) {
  step.self().phase = Phase::None;
  step.self().waitsAt = step.self().waitsWith = 0;
}

static std::vector<uint32_t> waitersAt(const State &state, uint64_t object,
                                       bool alsoWoken = false) {
  std::vector<uint32_t> waiters;
  for (uint32_t id = 0; id < state.threads.size(); ++id) {
    const Thread &thread = state.threads[id];
    if (thread.waitsAt == object &&
        (thread.phase == Phase::Waiting ||
         (alsoWoken && thread.phase == Phase::Woken)))
      waiters.push_back(id);
  }
  return waiters;
}

// Condition variables
// --------------------------------------------------------------

bool waitForSignal(Step &step, uint64_t condition, uint64_t mutex) {
  step.synchronises = true;
  switch (step.self().phase) {
  case Phase::None: {
    step.sync(SyncKind::Cond, condition);
    if (step.sync(SyncKind::Mutex, mutex).owner != int32_t(step.thread))
      throw Failure{"lock-misuse"};
    for (uint32_t other : waitersAt(step.state, condition))
      if (step.state.threads[other].waitsWith != mutex)
        throw Failure{"lock-misuse"};
    unlockMutex(step, mutex);
    beginWait(step, condition, mutex);
    return false;
  }
  case Phase::Waiting: // nobody has signalled: only a spurious wake-up is left
    if (!step.options.spurious)
      throw Blocked{};
    step.isSpurious = true;
    step.orderedBy(condition);
    step.self().phase = Phase::Woken;
    return false;
  case Phase::Woken:
    lockMutex(step, mutex);
    endWait(step);
    return true;
  }
  return false;
}

void wakeOne(Step &step, uint64_t condition) {
  step.sync(SyncKind::Cond, condition);
  std::vector<uint32_t> waiters = waitersAt(step.state, condition);
  if (waiters.empty())
    return;
  unsigned which =
      waiters.size() == 1 ? 0 : step.choose(unsigned(waiters.size()));
  step.state.threads[waiters[which]].phase = Phase::Woken;
}

void wakeAll(Step &step, uint64_t condition) {
  step.sync(SyncKind::Cond, condition);
  for (uint32_t waiter : waitersAt(step.state, condition))
    step.state.threads[waiter].phase = Phase::Woken;
}

void destroyCondition(Step &step, uint64_t condition) {
  Sync &sync = step.sync(SyncKind::Cond, condition);
  if (!waitersAt(step.state, condition).empty())
    throw Failure{"lock-misuse"};
  sync.isDestroyed = true;
}

static void addConditions(Library &library) {
  library["pthread_cond_init"] = [](Step &step, Arguments a) {
    if (!waitersAt(step.state, a[0], true).empty())
      throw Failure{"lock-misuse"};
    step.newSync(SyncKind::Cond, a[0]);
    step.finishCall(0);
  };
  library["pthread_cond_destroy"] = [](Step &step, Arguments a) {
    destroyCondition(step, a[0]);
    step.finishCall(0);
  };
  library["pthread_cond_wait"] = [](Step &step, Arguments a) {
    if (waitForSignal(step, a[0], a[1]))
      step.finishCall(0);
  };
  library["pthread_cond_signal"] = [](Step &step, Arguments a) {
    wakeOne(step, a[0]);
    step.finishCall(0);
  };
  library["pthread_cond_broadcast"] = [](Step &step, Arguments a) {
    wakeAll(step, a[0]);
    step.finishCall(0);
  };
}

// Semaphores
// -----------------------------------------------------------------------

static void addSemaphores(Library &library) {
  library["sem_init"] = [](Step &step, Arguments a) {
    step.newSync(SyncKind::Semaphore, a[0]).count = uint32_t(a[2]);
    step.finishCall(0);
  };
  library["sem_destroy"] = [](Step &step, Arguments a) {
    step.sync(SyncKind::Semaphore, a[0]).isDestroyed = true;
    step.finishCall(0);
  };
  library["sem_post"] = [](Step &step, Arguments a) {
    ++step.sync(SyncKind::Semaphore, a[0]).count;
    step.finishCall(0);
  };
  library["sem_wait"] = [](Step &step, Arguments a) {
    Sync &semaphore = step.sync(SyncKind::Semaphore, a[0]);
    if (semaphore.count == 0)
      throw Blocked{};
    --semaphore.count;
    step.finishCall(0);
  };
  library["sem_trywait"] = [](Step &step, Arguments a) {
    Sync &semaphore = step.sync(SyncKind::Semaphore, a[0]);
    if (semaphore.count == 0) {
      step.setErrno(EAGAIN);
      return step.finishCall(uint64_t(-1));
    }
    --semaphore.count;
    step.finishCall(0);
  };
  library["sem_getvalue"] = [](Step &step, Arguments a) {
    uint32_t value = step.sync(SyncKind::Semaphore, a[0]).count;
    step.write(a[1], value, 4);
    step.finishCall(0);
  };
}

// Barriers
// -------------------------------------------------------------------------

static void waitAtBarrier(Step &step, Arguments a) {
  step.synchronises = true;
  if (step.self().phase == Phase::Waiting)
    throw Blocked{};
  if (step.self().phase == Phase::Woken) {
    step.orderedBy(a[0]);
    endWait(step);
    return step.finishCall(0);
  }
  Sync &barrier = step.sync(SyncKind::Barrier, a[0]);
  if (++barrier.count < barrier.total)
    return beginWait(step, a[0], 0);
  barrier.count = 0;
  for (uint32_t waiter : waitersAt(step.state, a[0]))
    step.state.threads[waiter].phase = Phase::Woken;
  step.finishCall(uint64_t(-1)); // the serial thread
}

static void addBarriers(Library &library) {
  library["pthread_barrier_init"] = [](Step &step, Arguments a) {
    if (uint32_t(a[2]) == 0)
      return step.finishCall(EINVAL);
    if (!waitersAt(step.state, a[0], true).empty())
      throw Failure{"lock-misuse"};
    step.newSync(SyncKind::Barrier, a[0]).total = uint32_t(a[2]);
    step.finishCall(0);
  };
  library["pthread_barrier_destroy"] = [](Step &step, Arguments a) {
    Sync &barrier = step.sync(SyncKind::Barrier, a[0]);
    if (barrier.count)
      throw Failure{"lock-misuse"};
    if (!waitersAt(step.state, a[0], true).empty())
      throw Blocked{}; // until the last one has left, as the real one does
    barrier.isDestroyed = true;
    step.finishCall(0);
  };
  library["pthread_barrier_wait"] = waitAtBarrier;
}

// Once
// -----------------------------------------------------------------------------

bool runOnce(Step &step, uint64_t once, uint64_t routine) {
  Sync &sync = step.sync(SyncKind::Once, once);
  if (step.frame().stage == 1) { // the routine has returned
    sync.owner = -1;
    sync.count = 1;
    return true;
  }
  if (sync.count)
    return true;
  if (sync.owner != -1)
    throw Blocked{sync.owner};
  sync.owner = int32_t(step.thread);
  step.frame().stage = 1;
  const llvm::Function *function = step.program.functionAt(routine);
  if (!function)
    throw Failure{"invalid-call"};
  step.pushFrame(*function, {}, true);
  return false;
}

/// The guard of a static local variable: compiled code looks at byte 0.
static void acquireGuard(Step &step, Arguments a) {
  Sync &guard = step.sync(SyncKind::Guard, a[0]);
  if (guard.count)
    return step.finishCall(0);
  if (guard.owner == int32_t(step.thread))
    throw Failure{"deadlock"};
  if (guard.owner != -1)
    throw Blocked{guard.owner};
  guard.owner = int32_t(step.thread);
  step.finishCall(1);
}

static void addOnce(Library &library) {
  library["pthread_once"] = [](Step &step, Arguments a) {
    if (runOnce(step, a[0], a[1]))
      step.finishCall(0);
  };
  library["__cxa_guard_acquire"] = acquireGuard;
  library["__cxa_guard_release"] = [](Step &step, Arguments a) {
    Sync &guard = step.sync(SyncKind::Guard, a[0]);
    guard.owner = -1;
    guard.count = 1;
    step.write(a[0], 1, 1, true);
    step.finishCall(0);
  };
}

void addWaits(Library &library) {
  addConditions(library);
  addSemaphores(library);
  addBarriers(library);
  addOnce(library);
}

} // namespace oracle
