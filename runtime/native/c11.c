//===- runtime/native/c11.c - Threads, mutexes and conditions of C11 ------===//
//
// In the C library these are the pthread objects under other names. Written
// out here, and not by way of the functions of pthread, because a schedule
// names the call that the program made.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/native/native.h"

#include <stdlib.h>
#include <threads.h>

// Threads ---------------------------------------------------------------------

struct Start {
  thrd_start_t function;
  void *argument;
};

static void *runThread(void *argument) {
  struct Start start = *(struct Start *)argument;
  free(argument);
  return (void *)(intptr_t)start.function(start.argument);
}

RB_WEAK int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  if (!rbArrive("thrd_create", RB_CALLER))
    return RB_REAL(thrd_create)(thread, function, argument);
  long result = rbResult();
  if (result == thrd_success) {
    struct Start *start = malloc(sizeof *start);
    *start = (struct Start){function, argument};
    rbCreateThread((pthread_t *)thread, 0, runThread, start);
  }
  return (int)rbReturn(result);
}

RB_WEAK int thrd_join(thrd_t thread, int *value) {
  rbWaitsFor((const void *)thread, rbHasEnded);
  if (!rbArrive("thrd_join", RB_CALLER))
    return RB_REAL(thrd_join)(thread, value);
  long result = rbResult();
  void *end = 0;
  if (result == thrd_success)
    RB_REAL(pthread_join)((pthread_t)thread, &end);
  if (value && result == thrd_success)
    *value = (int)(intptr_t)end;
  return (int)rbReturn(result);
}

RB_WEAK int thrd_detach(thrd_t thread) {
  if (!rbArrive("thrd_detach", RB_CALLER))
    return RB_REAL(thrd_detach)(thread);
  long result = rbResult();
  if (result == thrd_success)
    RB_REAL(pthread_detach)((pthread_t)thread);
  return (int)rbReturn(result);
}

RB_WEAK void thrd_yield(void) {
  long result;
  if (!rbPassed("thrd_yield", RB_CALLER, &result))
    RB_REAL(thrd_yield)();
}

RB_WEAK int thrd_sleep(const struct timespec *time, struct timespec *left) {
  long result;
  if (!rbPassed("thrd_sleep", RB_CALLER, &result))
    return RB_REAL(thrd_sleep)(time, left);
  if (result == 0)
    rbPassTime(time->tv_sec, time->tv_nsec);
  return (int)result;
}

// Mutexes ---------------------------------------------------------------------

/// The rest of taking a mutex, after rbArrive.
static int take(const char *name, mtx_t *mutex) {
  long result = rbResult();
  if (result == thrd_success &&
      RB_REAL(pthread_mutex_trylock)((pthread_mutex_t *)mutex) != 0)
    rbDiverged("%s: natively it is not free", name);
  return (int)rbReturn(result);
}

RB_WEAK int mtx_lock(mtx_t *mutex) {
  rbWaitsFor(mutex, rbIsMutexFree);
  if (!rbArrive("mtx_lock", RB_CALLER))
    return RB_REAL(mtx_lock)(mutex);
  return take("mtx_lock", mutex);
}
RB_WEAK int mtx_trylock(mtx_t *mutex) {
  if (!rbArrive("mtx_trylock", RB_CALLER))
    return RB_REAL(mtx_trylock)(mutex);
  return take("mtx_trylock", mutex);
}
RB_WEAK int mtx_timedlock(mtx_t *mutex, const struct timespec *time) {
  if (!rbArrive("mtx_timedlock", RB_CALLER))
    return RB_REAL(mtx_timedlock)(mutex, time);
  return rbUntil(take("mtx_timedlock", mutex), thrd_timedout, time);
}
RB_WEAK int mtx_unlock(mtx_t *mutex) {
  if (!rbArrive("mtx_unlock", RB_CALLER))
    return RB_REAL(mtx_unlock)(mutex);
  long result = rbResult();
  if (result == thrd_success)
    RB_REAL(pthread_mutex_unlock)((pthread_mutex_t *)mutex);
  return (int)rbReturn(result);
}
RB_WEAK int mtx_init(mtx_t *mutex, int type) {
  if (!rbArrive("mtx_init", RB_CALLER))
    return RB_REAL(mtx_init)(mutex, type);
  long result = rbResult();
  if (result == thrd_success)
    RB_REAL(mtx_init)(mutex, type);
  return (int)rbReturn(result);
}
RB_WEAK void mtx_destroy(mtx_t *mutex) {
  long result;
  if (!rbPassed("mtx_destroy", RB_CALLER, &result))
    RB_REAL(mtx_destroy)(mutex);
}

// Condition variables ---------------------------------------------------------

/// The rest of a wait, after rbArrive.
static int waitWith(const char *name, cnd_t *cond, mtx_t *mutex) {
  rbWaitsFor(cond, rbNever);
  bool waits = rbWaits();
  if (waits)
    RB_REAL(pthread_mutex_unlock)((pthread_mutex_t *)mutex);
  bool returns = rbReturns();
  if (waits && RB_REAL(pthread_mutex_trylock)((pthread_mutex_t *)mutex) != 0)
    rbDiverged("%s: natively the mutex is not free", name);
  if (!returns)
    pthread_exit(PTHREAD_CANCELED);
  return (int)rbReturn(rbResult());
}

RB_WEAK int cnd_wait(cnd_t *cond, mtx_t *mutex) {
  if (!rbArrive("cnd_wait", RB_CALLER))
    return RB_REAL(cnd_wait)(cond, mutex);
  return waitWith("cnd_wait", cond, mutex);
}
RB_WEAK int cnd_timedwait(cnd_t *cond, mtx_t *mutex,
                          const struct timespec *time) {
  if (!rbArrive("cnd_timedwait", RB_CALLER))
    return RB_REAL(cnd_timedwait)(cond, mutex, time);
  return rbUntil(waitWith("cnd_timedwait", cond, mutex), thrd_timedout, time);
}
RB_WEAK int cnd_signal(cnd_t *cond) {
  long result;
  if (!rbPassed("cnd_signal", RB_CALLER, &result))
    return RB_REAL(cnd_signal)(cond);
  return (int)result;
}
RB_WEAK int cnd_broadcast(cnd_t *cond) {
  long result;
  if (!rbPassed("cnd_broadcast", RB_CALLER, &result))
    return RB_REAL(cnd_broadcast)(cond);
  return (int)result;
}
RB_WEAK int cnd_init(cnd_t *cond) {
  if (!rbArrive("cnd_init", RB_CALLER))
    return RB_REAL(cnd_init)(cond);
  long result = rbResult();
  RB_REAL(cnd_init)(cond);
  return (int)rbReturn(result);
}
RB_WEAK void cnd_destroy(cnd_t *cond) {
  long result;
  if (!rbPassed("cnd_destroy", RB_CALLER, &result))
    RB_REAL(cnd_destroy)(cond);
}
