//===- search/triage/SyncCalls.cpp - What library calls do to locks -------===//
#include "search/triage/SyncCalls.h"

namespace rbcheck {

namespace {

struct SyncCall {
  const char *name;
  StepOp op;
};

constexpr SyncCall kSyncCalls[] = {
    {"pthread_mutex_lock", StepOp::Lock},
    {"pthread_mutex_trylock", StepOp::Lock},
    {"pthread_mutex_timedlock", StepOp::Lock},
    {"pthread_mutex_clocklock", StepOp::Lock},
    {"pthread_rwlock_rdlock", StepOp::Lock},
    {"pthread_rwlock_wrlock", StepOp::Lock},
    {"pthread_rwlock_tryrdlock", StepOp::Lock},
    {"pthread_rwlock_trywrlock", StepOp::Lock},
    {"pthread_rwlock_timedrdlock", StepOp::Lock},
    {"pthread_rwlock_timedwrlock", StepOp::Lock},
    {"pthread_rwlock_clockrdlock", StepOp::Lock},
    {"pthread_rwlock_clockwrlock", StepOp::Lock},
    {"pthread_spin_lock", StepOp::Lock},
    {"pthread_spin_trylock", StepOp::Lock},
    {"mtx_lock", StepOp::Lock},
    {"mtx_trylock", StepOp::Lock},
    {"mtx_timedlock", StepOp::Lock},
    {"pthread_mutex_unlock", StepOp::Unlock},
    {"pthread_rwlock_unlock", StepOp::Unlock},
    {"pthread_spin_unlock", StepOp::Unlock},
    {"mtx_unlock", StepOp::Unlock},
    {"pthread_cond_wait", StepOp::Wait},
    {"pthread_cond_timedwait", StepOp::Wait},
    {"pthread_cond_clockwait", StepOp::Wait},
    {"cnd_wait", StepOp::Wait},
    {"cnd_timedwait", StepOp::Wait},
    {"sem_wait", StepOp::Wait},
    {"sem_timedwait", StepOp::Wait},
    {"sem_clockwait", StepOp::Wait},
    {"pthread_barrier_wait", StepOp::Wait},
    {"pthread_cond_signal", StepOp::Signal},
    {"pthread_cond_broadcast", StepOp::Signal},
    {"cnd_signal", StepOp::Signal},
    {"cnd_broadcast", StepOp::Signal},
    {"sem_post", StepOp::Signal},
    {"pthread_create", StepOp::Create},
    {"thrd_create", StepOp::Create},
    {"pthread_join", StepOp::Join},
    {"pthread_tryjoin_np", StepOp::Join},
    {"pthread_timedjoin_np", StepOp::Join},
    {"pthread_clockjoin_np", StepOp::Join},
    {"thrd_join", StepOp::Join},
};

} // namespace

std::optional<StepOp> syncOpOf(llvm::StringRef function) {
  for (const SyncCall &call : kSyncCalls)
    if (function == call.name)
      return call.op;
  return std::nullopt;
}

} // namespace rbcheck
