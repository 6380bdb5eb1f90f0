//===- runtime/native/waits.c - Conditions, barriers, once, futexes, sleep ===//
//
// Who waits and who is woken is all in the schedule, so the real condition
// variables, barriers and futexes are not used at all: waiting is waiting for
// one's turn. Only the mutex of a condition variable is really given back and
// taken again.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/native/native.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/// An old pthread_cond_* of another layout has the name, too.
#define REAL_COND(name) RB_REAL_VERSION(name, "GLIBC_2.3.2")

// Condition variables ---------------------------------------------------------

/// The rest of a wait, after rbArrive.
static int waitWith(const char *name, const void *cond,
                    pthread_mutex_t *mutex) {
  rbWaitsFor(cond, rbNever);
  // A wait that is refused gives nothing back: it returns at once.
  bool waits = rbWaits();
  if (waits)
    RB_REAL(pthread_mutex_unlock)(mutex);
  bool returns = rbReturns();
  if (waits && RB_REAL(pthread_mutex_trylock)(mutex) != 0)
    rbDiverged("%s: natively the mutex is not free", name);
  if (!returns)
    pthread_exit(PTHREAD_CANCELED);
  return (int)rbReturn(rbResult());
}

RB_WEAK int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
  if (!rbArrive("pthread_cond_wait", RB_CALLER))
    return REAL_COND(pthread_cond_wait)(cond, mutex);
  return waitWith("pthread_cond_wait", cond, mutex);
}
RB_WEAK int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
                                   const struct timespec *time) {
  if (!rbArrive("pthread_cond_timedwait", RB_CALLER))
    return REAL_COND(pthread_cond_timedwait)(cond, mutex, time);
  return rbUntil(waitWith("pthread_cond_timedwait", cond, mutex), ETIMEDOUT,
                 time);
}
RB_WEAK int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
                                   clockid_t clock,
                                   const struct timespec *time) {
  if (!rbArrive("pthread_cond_clockwait", RB_CALLER))
    return RB_REAL(pthread_cond_clockwait)(cond, mutex, clock, time);
  return rbUntil(waitWith("pthread_cond_clockwait", cond, mutex), ETIMEDOUT,
                 time);
}

RB_WEAK int pthread_cond_signal(pthread_cond_t *cond) {
  long result;
  if (!rbPassed("pthread_cond_signal", RB_CALLER, &result))
    return REAL_COND(pthread_cond_signal)(cond);
  return (int)result;
}
RB_WEAK int pthread_cond_broadcast(pthread_cond_t *cond) {
  long result;
  if (!rbPassed("pthread_cond_broadcast", RB_CALLER, &result))
    return REAL_COND(pthread_cond_broadcast)(cond);
  return (int)result;
}
RB_WEAK int pthread_cond_init(pthread_cond_t *cond,
                              const pthread_condattr_t *attributes) {
  if (!rbArrive("pthread_cond_init", RB_CALLER))
    return REAL_COND(pthread_cond_init)(cond, attributes);
  long result = rbResult();
  REAL_COND(pthread_cond_init)(cond, attributes);
  return (int)rbReturn(result);
}
RB_WEAK int pthread_cond_destroy(pthread_cond_t *cond) {
  long result;
  if (!rbPassed("pthread_cond_destroy", RB_CALLER, &result))
    return REAL_COND(pthread_cond_destroy)(cond);
  return (int)result;
}

// Barriers --------------------------------------------------------------------

RB_WEAK int pthread_barrier_init(pthread_barrier_t *barrier,
                                 const pthread_barrierattr_t *attributes,
                                 unsigned count) {
  if (!rbArrive("pthread_barrier_init", RB_CALLER))
    return RB_REAL(pthread_barrier_init)(barrier, attributes, count);
  long result = rbResult();
  if (result == 0)
    RB_REAL(pthread_barrier_init)(barrier, attributes, count);
  return (int)rbReturn(result);
}
RB_WEAK int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  long result;
  if (!rbPassed("pthread_barrier_destroy", RB_CALLER, &result))
    return RB_REAL(pthread_barrier_destroy)(barrier);
  return (int)result;
}
RB_WEAK int pthread_barrier_wait(pthread_barrier_t *barrier) {
  if (!rbArrive("pthread_barrier_wait", RB_CALLER))
    return RB_REAL(pthread_barrier_wait)(barrier);
  rbWaitsFor(barrier, rbNever);
  return (int)rbReturn(rbResult());
}

// Once, and local statics of C++ ----------------------------------------------

enum { kOnceDone = 2 }; ///< as the C library writes it

static void leaveOnce(void *once) {
  long result;
  __atomic_store_n((int *)once, 0, __ATOMIC_RELEASE);
  rbPassed("__rb_once_cancel", __builtin_return_address(0), &result);
}

static int once(const void *caller, pthread_once_t *once,
                void (*routine)(void)) {
  if (!rbArrive("__rb_once_enter", caller))
    return RB_REAL(pthread_once)(once, routine);
  rbWaitsFor(once, 0);
  long result = rbReturn(rbResult());
  if (result) {
    // The routine may throw, or its thread be cancelled.
    pthread_cleanup_push(leaveOnce, once);
    routine();
    pthread_cleanup_pop(0);
    __atomic_store_n(once, kOnceDone, __ATOMIC_RELEASE);
    rbPassed("__rb_once_leave", caller, &result);
  }
  return 0;
}

RB_WEAK int pthread_once(pthread_once_t *control, void (*routine)(void)) {
  return once(RB_CALLER, control, routine);
}
RB_WEAK void call_once(pthread_once_t *control, void (*routine)(void)) {
  once(RB_CALLER, control, routine);
}

int __cxa_guard_acquire(uint64_t *guard);
void __cxa_guard_release(uint64_t *guard);
void __cxa_guard_abort(uint64_t *guard);

RB_WEAK int __cxa_guard_acquire(uint64_t *guard) {
  long result;
  if (!rbPassed("__cxa_guard_acquire", RB_CALLER, &result))
    return RB_REAL(__cxa_guard_acquire)(guard);
  return (int)result;
}
RB_WEAK void __cxa_guard_release(uint64_t *guard) {
  if (!rbArrive("__cxa_guard_release", RB_CALLER)) {
    RB_REAL(__cxa_guard_release)(guard);
    return;
  }
  long result = rbResult();
  __atomic_store_n((char *)guard, 1, __ATOMIC_RELEASE);
  rbReturn(result);
}
RB_WEAK void __cxa_guard_abort(uint64_t *guard) {
  long result;
  if (!rbPassed("__cxa_guard_abort", RB_CALLER, &result))
    RB_REAL(__cxa_guard_abort)(guard);
}

// Futexes ---------------------------------------------------------------------

/// Also what std::atomic::wait and std::future of C++ wait with.
RB_WEAK long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; ++i)
    a[i] = va_arg(list, long);
  va_end(list);
  bool isScheduled = number == SYS_futex || number == SYS_sched_yield ||
                     number == SYS_gettid;
  if (isScheduled && rbArrive("syscall", RB_CALLER)) {
    int operation = (int)a[1] & FUTEX_CMD_MASK;
    bool isWait = operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET;
    if (number == SYS_futex && isWait)
      rbWaitsFor((void *)a[0], rbNever);
    bool waited = rbWaits();
    long result = rbReturn(rbResult());
    if (number == SYS_futex && result == -1) {
      errno = waited ? ETIMEDOUT : EAGAIN;
      const struct timespec *time = (const struct timespec *)a[3];
      if (waited && time && operation == FUTEX_WAIT)
        rbPassTime(time->tv_sec, time->tv_nsec);
      else if (waited && time)
        rbPassUntil(time);
    }
    return result;
  }
  return RB_REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

// Sleeping: only virtual time passes ------------------------------------------

RB_WEAK unsigned sleep(unsigned seconds) {
  long result;
  if (!rbPassed("sleep", RB_CALLER, &result))
    return RB_REAL(sleep)(seconds);
  rbPassTime(seconds, 0);
  return (unsigned)result;
}
RB_WEAK int usleep(useconds_t time) {
  long result;
  if (!rbPassed("usleep", RB_CALLER, &result))
    return RB_REAL(usleep)(time);
  rbPassTime(time / 1000000, time % 1000000 * 1000);
  return (int)result;
}
RB_WEAK int nanosleep(const struct timespec *time, struct timespec *left) {
  long result;
  if (!rbPassed("nanosleep", RB_CALLER, &result))
    return RB_REAL(nanosleep)(time, left);
  if ((int)result != 0)
    errno = EINVAL;
  else
    rbPassTime(time->tv_sec, time->tv_nsec);
  return (int)result;
}
RB_WEAK int clock_nanosleep(clockid_t clock, int flags,
                            const struct timespec *time,
                            struct timespec *left) {
  long result;
  if (!rbPassed("clock_nanosleep", RB_CALLER, &result))
    return RB_REAL(clock_nanosleep)(clock, flags, time, left);
  if (result == 0 && flags & TIMER_ABSTIME)
    rbPassUntil(time);
  else if (result == 0)
    rbPassTime(time->tv_sec, time->tv_nsec);
  return (int)result;
}
