//===- tools/report/Operation.cpp - Library calls as kinds of operation ---===//
#include "tools/report/Operation.h"

#include "llvm/Support/ErrorHandling.h"

namespace rbcheck {

namespace {

struct Row {
  const char *begin; ///< how the function's name begins
  const char *part;  ///< and what it has in it, "" = anything
  CallKind kind;
};

/// The first row that fits counts.
const Row kRows[] = {
    {"pthread_create", "", {OpKind::Create, -1, -1, "create"}},
    {"thrd_create", "", {OpKind::Create, -1, -1, "create"}},
    {"pthread_", "join", {OpKind::Join, -1, -1, "join"}},
    {"thrd_join", "", {OpKind::Join, -1, -1, "join"}},
    {"pthread_detach", "", {OpKind::Detach, -1, -1, "detach"}},
    {"thrd_detach", "", {OpKind::Detach, -1, -1, "detach"}},
    {"__rb_thread_exit", "", {OpKind::End, -1, -1, "end of the thread"}},
    {"_exit", "", {OpKind::End, -1, -1, "end of the process"}},
    {"_Exit", "", {OpKind::End, -1, -1, "end of the process"}},
    {"pthread_mutex_", "trylock", {OpKind::TryLock, 0, -1, "try-lock"}},
    {"pthread_mutex_", "timedlock", {OpKind::TryLock, 0, -1, "timed lock"}},
    {"pthread_mutex_", "clocklock", {OpKind::TryLock, 0, -1, "timed lock"}},
    {"pthread_mutex_", "unlock", {OpKind::Unlock, 0, -1, "unlock"}},
    {"pthread_mutex_lock", "", {OpKind::Lock, 0, -1, "lock"}},
    {"pthread_mutex_init", "", {OpKind::Init, 0, -1, "init"}},
    {"pthread_mutex_destroy", "", {OpKind::Init, 0, -1, "destroy"}},
    {"mtx_trylock", "", {OpKind::TryLock, 0, -1, "try-lock"}},
    {"mtx_timedlock", "", {OpKind::TryLock, 0, -1, "timed lock"}},
    {"mtx_unlock", "", {OpKind::Unlock, 0, -1, "unlock"}},
    {"mtx_lock", "", {OpKind::Lock, 0, -1, "lock"}},
    {"mtx_init", "", {OpKind::Init, 0, -1, "init"}},
    {"mtx_destroy", "", {OpKind::Init, 0, -1, "destroy"}},
    {"pthread_spin_trylock", "", {OpKind::TryLock, 0, -1, "try-lock"}},
    {"pthread_spin_unlock", "", {OpKind::Unlock, 0, -1, "unlock"}},
    {"pthread_spin_lock", "", {OpKind::Lock, 0, -1, "lock"}},
    {"pthread_spin_init", "", {OpKind::Init, 0, -1, "init"}},
    {"pthread_spin_destroy", "", {OpKind::Init, 0, -1, "destroy"}},
    {"pthread_rwlock_", "try", {OpKind::TryLock, 0, -1, "try-lock"}},
    {"pthread_rwlock_", "timed", {OpKind::TryLock, 0, -1, "timed lock"}},
    {"pthread_rwlock_", "clock", {OpKind::TryLock, 0, -1, "timed lock"}},
    {"pthread_rwlock_", "unlock", {OpKind::Unlock, 0, -1, "unlock"}},
    {"pthread_rwlock_rdlock", "", {OpKind::ReadLock, 0, -1, "read-lock"}},
    {"pthread_rwlock_wrlock", "", {OpKind::Lock, 0, -1, "write-lock"}},
    {"pthread_rwlock_init", "", {OpKind::Init, 0, -1, "init"}},
    {"pthread_rwlock_destroy", "", {OpKind::Init, 0, -1, "destroy"}},
    {"pthread_cond_", "wait", {OpKind::Wait, 0, 1, "wait at"}},
    {"cnd_", "wait", {OpKind::Wait, 0, 1, "wait at"}},
    {"pthread_cond_signal", "", {OpKind::Signal, 0, -1, "signal"}},
    {"cnd_signal", "", {OpKind::Signal, 0, -1, "signal"}},
    {"pthread_cond_broadcast", "", {OpKind::Broadcast, 0, -1, "broadcast"}},
    {"cnd_broadcast", "", {OpKind::Broadcast, 0, -1, "broadcast"}},
    {"pthread_cond_init", "", {OpKind::Init, 0, -1, "init"}},
    {"pthread_cond_destroy", "", {OpKind::Init, 0, -1, "destroy"}},
    {"cnd_init", "", {OpKind::Init, 0, -1, "init"}},
    {"cnd_destroy", "", {OpKind::Init, 0, -1, "destroy"}},
    {"sem_", "wait", {OpKind::Acquire, 0, -1, "wait for"}},
    {"sem_post", "", {OpKind::Release, 0, -1, "post"}},
    {"sem_init", "", {OpKind::Init, 0, -1, "init"}},
    {"sem_destroy", "", {OpKind::Init, 0, -1, "destroy"}},
    {"pthread_barrier_wait", "", {OpKind::Barrier, 0, -1, "barrier"}},
    {"pthread_barrier_init", "", {OpKind::Init, 0, -1, "init"}},
    {"pthread_barrier_destroy", "", {OpKind::Init, 0, -1, "destroy"}},
    {"syscall", "", {OpKind::Futex, 1, -1, "futex"}},
    {"__rb_once_", "", {OpKind::Once, 0, -1, "once"}},
    {"__cxa_guard_", "", {OpKind::Once, 0, -1, "initialisation of"}},
    {"rb_choose", "", {OpKind::Choice, -1, -1, "choice"}},
    {"__VERIFIER_nondet", "", {OpKind::Choice, -1, -1, "choice"}},
    {"rb_atomic_begin", "", {OpKind::Atomic, -1, -1, "begin atomic section"}},
    {"rb_atomic_end", "", {OpKind::Atomic, -1, -1, "end atomic section"}},
    {"__VERIFIER_atomic_begin",
     "",
     {OpKind::Atomic, -1, -1, "begin atomic section"}},
    {"__VERIFIER_atomic_end",
     "",
     {OpKind::Atomic, -1, -1, "end atomic section"}},
    {"rb_yield", "", {OpKind::Yield, -1, -1, "yield"}},
    {"sched_yield", "", {OpKind::Yield, -1, -1, "yield"}},
    {"pthread_yield", "", {OpKind::Yield, -1, -1, "yield"}},
    {"thrd_yield", "", {OpKind::Yield, -1, -1, "yield"}},
    {"sleep", "", {OpKind::Yield, -1, -1, "sleep"}},
    {"usleep", "", {OpKind::Yield, -1, -1, "sleep"}},
    {"nanosleep", "", {OpKind::Yield, -1, -1, "sleep"}},
    {"clock_nanosleep", "", {OpKind::Yield, -1, -1, "sleep"}},
    {"thrd_sleep", "", {OpKind::Yield, -1, -1, "sleep"}},
    {"free", "", {OpKind::Free, 0, -1, "free"}},
    {"cfree", "", {OpKind::Free, 0, -1, "free"}},
    {"_ZdlPv", "", {OpKind::Free, 0, -1, "delete"}},
    {"_ZdaPv", "", {OpKind::Free, 0, -1, "delete[]"}},
};

} // namespace

CallKind callKind(llvm::StringRef function) {
  for (const Row &row : kRows)
    if (function.starts_with(row.begin) && function.contains(row.part))
      return row.kind;
  return {};
}

bool isLocking(OpKind kind) {
  return kind == OpKind::Lock || kind == OpKind::ReadLock ||
         kind == OpKind::TryLock || kind == OpKind::Unlock;
}

const char *operationWord(OpKind kind) {
  switch (kind) {
#define RB_OPERATION(name, word, help)                                         \
  case OpKind::name:                                                           \
    return word;
#include "tools/report/Operations.def"
#undef RB_OPERATION
  }
  llvm_unreachable("covered switch");
}

const char *edgeWord(EdgeKind kind) {
  switch (kind) {
  case EdgeKind::Create:
    return "create";
  case EdgeKind::Join:
    return "join";
  case EdgeKind::Lock:
    return "lock";
  case EdgeKind::Wake:
    return "wake";
  case EdgeKind::ReadsFrom:
    return "reads-from";
  }
  llvm_unreachable("covered switch");
}

const char *threadEndWord(ThreadEnd end) {
  switch (end) {
  case ThreadEnd::Ready:
    return "ready";
  case ThreadEnd::Blocked:
    return "blocked";
  case ThreadEnd::Finished:
    return "finished";
  case ThreadEnd::Failed:
    return "failed";
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
