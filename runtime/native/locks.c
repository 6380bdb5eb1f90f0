//===- runtime/native/locks.c - Mutexes, other locks, semaphores ----------===//
//
// The real objects are locked and unlocked as the schedule says, so a debugger
// shows their owners. Taking one never blocks: if it is not free, the run has
// diverged.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/native/native.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

/// Of the result of a call without a time; those with one have another.
#define UNTIL(result) (result)

/// A function that takes a lock if `result` is success, by its real function
/// `take` that does not block.
#define TAKE(name, type, take, canGoOn)                                        \
  long result;                                                                 \
  rbWaitsFor((const void *)object, canGoOn);                                   \
  if (!rbArrive(#name, RB_CALLER))                                             \
    return RB_REAL(name) ARGUMENTS;                                            \
  result = rbResult();                                                         \
  if (result == 0 || result == EOWNERDEAD) {                                   \
    int real = RB_REAL(take)(object);                                          \
    if (real != (int)result)                                                   \
      rbDiverged("%s: natively it is not free (error %d)", #name, real);       \
  }                                                                            \
  return UNTIL((int)rbReturn(result));

/// A function that does to the real object what it did in the schedule.
#define DO(name)                                                               \
  long result;                                                                 \
  if (!rbArrive(#name, RB_CALLER))                                             \
    return RB_REAL(name) ARGUMENTS;                                            \
  result = rbResult();                                                         \
  if (result == 0)                                                             \
    RB_REAL(name) ARGUMENTS;                                                   \
  return (int)rbReturn(result);

// Mutexes ---------------------------------------------------------------------

bool rbIsMutexFree(const void *object) {
  return ((const pthread_mutex_t *)object)->__data.__lock == 0;
}

#define ARGUMENTS (object)
RB_WEAK int pthread_mutex_lock(pthread_mutex_t *object) {
  TAKE(pthread_mutex_lock, pthread_mutex_t, pthread_mutex_trylock, rbIsMutexFree)
}
RB_WEAK int pthread_mutex_trylock(pthread_mutex_t *object) {
  TAKE(pthread_mutex_trylock, pthread_mutex_t, pthread_mutex_trylock, 0)
}
RB_WEAK int pthread_mutex_unlock(pthread_mutex_t *object) {
  DO(pthread_mutex_unlock)
}
RB_WEAK int pthread_mutex_destroy(pthread_mutex_t *object) {
  DO(pthread_mutex_destroy)
}
#undef ARGUMENTS
#define ARGUMENTS (object, attributes)
RB_WEAK int pthread_mutex_init(pthread_mutex_t *object,
                               const pthread_mutexattr_t *attributes) {
  DO(pthread_mutex_init)
}
#undef ARGUMENTS
#define ARGUMENTS (object, time)
#undef UNTIL
#define UNTIL(result) rbUntil(result, ETIMEDOUT, time)
RB_WEAK int pthread_mutex_timedlock(pthread_mutex_t *object,
                                    const struct timespec *time) {
  TAKE(pthread_mutex_timedlock, pthread_mutex_t, pthread_mutex_trylock, 0)
}
#undef ARGUMENTS
#undef UNTIL
#define UNTIL(result) (result)
#define ARGUMENTS (object, clock, time)
#undef UNTIL
#define UNTIL(result) rbUntil(result, ETIMEDOUT, time)
RB_WEAK int pthread_mutex_clocklock(pthread_mutex_t *object, clockid_t clock,
                                    const struct timespec *time) {
  TAKE(pthread_mutex_clocklock, pthread_mutex_t, pthread_mutex_trylock, 0)
}
#undef ARGUMENTS
#undef UNTIL
#define UNTIL(result) (result)

// Read-write locks ------------------------------------------------------------

static bool canRead(const void *object) {
  pthread_rwlock_t *lock = (pthread_rwlock_t *)object;
  if (RB_REAL(pthread_rwlock_tryrdlock)(lock) != 0)
    return false;
  RB_REAL(pthread_rwlock_unlock)(lock);
  return true;
}

static bool canWrite(const void *object) {
  pthread_rwlock_t *lock = (pthread_rwlock_t *)object;
  if (RB_REAL(pthread_rwlock_trywrlock)(lock) != 0)
    return false;
  RB_REAL(pthread_rwlock_unlock)(lock);
  return true;
}

#define ARGUMENTS (object)
RB_WEAK int pthread_rwlock_rdlock(pthread_rwlock_t *object) {
  TAKE(pthread_rwlock_rdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock,
       canRead)
}
RB_WEAK int pthread_rwlock_tryrdlock(pthread_rwlock_t *object) {
  TAKE(pthread_rwlock_tryrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, 0)
}
RB_WEAK int pthread_rwlock_wrlock(pthread_rwlock_t *object) {
  TAKE(pthread_rwlock_wrlock, pthread_rwlock_t, pthread_rwlock_trywrlock,
       canWrite)
}
RB_WEAK int pthread_rwlock_trywrlock(pthread_rwlock_t *object) {
  TAKE(pthread_rwlock_trywrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, 0)
}
RB_WEAK int pthread_rwlock_unlock(pthread_rwlock_t *object) {
  DO(pthread_rwlock_unlock)
}
RB_WEAK int pthread_rwlock_destroy(pthread_rwlock_t *object) {
  DO(pthread_rwlock_destroy)
}
#undef ARGUMENTS
#define ARGUMENTS (object, attributes)
RB_WEAK int pthread_rwlock_init(pthread_rwlock_t *object,
                                const pthread_rwlockattr_t *attributes) {
  DO(pthread_rwlock_init)
}
#undef ARGUMENTS
#define ARGUMENTS (object, time)
#undef UNTIL
#define UNTIL(result) rbUntil(result, ETIMEDOUT, time)
RB_WEAK int pthread_rwlock_timedrdlock(pthread_rwlock_t *object,
                                       const struct timespec *time) {
  TAKE(pthread_rwlock_timedrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock,
       0)
}
RB_WEAK int pthread_rwlock_timedwrlock(pthread_rwlock_t *object,
                                       const struct timespec *time) {
  TAKE(pthread_rwlock_timedwrlock, pthread_rwlock_t, pthread_rwlock_trywrlock,
       0)
}
#undef ARGUMENTS
#undef UNTIL
#define UNTIL(result) (result)
#define ARGUMENTS (object, clock, time)
#undef UNTIL
#define UNTIL(result) rbUntil(result, ETIMEDOUT, time)
RB_WEAK int pthread_rwlock_clockrdlock(pthread_rwlock_t *object,
                                       clockid_t clock,
                                       const struct timespec *time) {
  TAKE(pthread_rwlock_clockrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock,
       0)
}
RB_WEAK int pthread_rwlock_clockwrlock(pthread_rwlock_t *object,
                                       clockid_t clock,
                                       const struct timespec *time) {
  TAKE(pthread_rwlock_clockwrlock, pthread_rwlock_t, pthread_rwlock_trywrlock,
       0)
}
#undef ARGUMENTS
#undef UNTIL
#define UNTIL(result) (result)

// Spin locks ------------------------------------------------------------------

static bool isSpinFree(const void *object) {
  pthread_spinlock_t *lock = (pthread_spinlock_t *)object;
  if (RB_REAL(pthread_spin_trylock)(lock) != 0)
    return false;
  RB_REAL(pthread_spin_unlock)(lock);
  return true;
}

#define ARGUMENTS (object)
RB_WEAK int pthread_spin_lock(pthread_spinlock_t *object) {
  TAKE(pthread_spin_lock, pthread_spinlock_t, pthread_spin_trylock, isSpinFree)
}
RB_WEAK int pthread_spin_trylock(pthread_spinlock_t *object) {
  TAKE(pthread_spin_trylock, pthread_spinlock_t, pthread_spin_trylock, 0)
}
RB_WEAK int pthread_spin_unlock(pthread_spinlock_t *object) {
  DO(pthread_spin_unlock)
}
RB_WEAK int pthread_spin_destroy(pthread_spinlock_t *object) {
  DO(pthread_spin_destroy)
}
#undef ARGUMENTS
#define ARGUMENTS (object, shared)
RB_WEAK int pthread_spin_init(pthread_spinlock_t *object, int shared) {
  DO(pthread_spin_init)
}
#undef ARGUMENTS

// Semaphores: -1 and errno ----------------------------------------------------

static bool isPositive(const void *object) {
  int value = 0;
  RB_REAL(sem_getvalue)((sem_t *)object, &value);
  return value > 0;
}

/// Takes one off, if that is what the schedule says; else fails with `error`.
static int takeSemaphore(const char *name, sem_t *object, int error) {
  long result = rbResult();
  if (result == 0 && RB_REAL(sem_trywait)(object) != 0)
    rbDiverged("%s: natively it would block", name);
  rbReturn(result);
  if (result != 0)
    errno = error;
  return (int)result;
}

RB_WEAK int sem_wait(sem_t *object) {
  rbWaitsFor(object, isPositive);
  if (!rbArrive("sem_wait", RB_CALLER))
    return RB_REAL(sem_wait)(object);
  return takeSemaphore("sem_wait", object, EINTR);
}
RB_WEAK int sem_trywait(sem_t *object) {
  if (!rbArrive("sem_trywait", RB_CALLER))
    return RB_REAL(sem_trywait)(object);
  return takeSemaphore("sem_trywait", object, EAGAIN);
}
RB_WEAK int sem_timedwait(sem_t *object, const struct timespec *time) {
  if (!rbArrive("sem_timedwait", RB_CALLER))
    return RB_REAL(sem_timedwait)(object, time);
  if (takeSemaphore("sem_timedwait", object, ETIMEDOUT) == 0)
    return 0;
  rbPassUntil(time);
  return -1;
}
RB_WEAK int sem_clockwait(sem_t *object, clockid_t clock,
                          const struct timespec *time) {
  if (!rbArrive("sem_clockwait", RB_CALLER))
    return RB_REAL(sem_clockwait)(object, clock, time);
  if (takeSemaphore("sem_clockwait", object, ETIMEDOUT) == 0)
    return 0;
  rbPassUntil(time);
  return -1;
}
#define ARGUMENTS (object)
RB_WEAK int sem_post(sem_t *object) { DO(sem_post) }
RB_WEAK int sem_destroy(sem_t *object) { DO(sem_destroy) }
#undef ARGUMENTS
#define ARGUMENTS (object, value)
RB_WEAK int sem_getvalue(sem_t *object, int *value) { DO(sem_getvalue) }
#undef ARGUMENTS
#define ARGUMENTS (object, shared, value)
RB_WEAK int sem_init(sem_t *object, int shared, unsigned value) {
  DO(sem_init)
}
#undef ARGUMENTS
