//===- runtime/native/threads.c - Threads, numbered by creation -----------===//
//
// A thread ends for the schedule when its start function, the destructors of
// its thread-local objects and those of its keys have run. The C library runs
// the latter in up to four rounds; a key of our own, made before all others, is
// first in each round and says in the last one that the thread has ended.
// Cancelling is left to the schedule: a call that does not return ends its
// thread (rbResult).
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/native/native.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

enum { kMaxThreads = 2048 };

struct Start {
  int number;
  void *(*function)(void *);
  void *argument;
};

static pthread_key_t endKey;
static pthread_t handles[kMaxThreads];

static void countRounds(void *value) {
  long round = (long)value;
  if (round == PTHREAD_DESTRUCTOR_ITERATIONS)
    rbEndThread();
  else
    pthread_setspecific(endKey, (void *)(round + 1));
}

void rbWatchThreadEnd(void) {
  pthread_key_create(&endKey, countRounds);
  pthread_setspecific(endKey, (void *)1);
  handles[0] = pthread_self();
}

static void *runThread(void *argument) {
  struct Start start = *(struct Start *)argument;
  free(argument);
  pthread_setspecific(endKey, (void *)1);
  rbStartThread(start.number);
  return start.function(start.argument);
}

void rbCreateThread(pthread_t *thread, const pthread_attr_t *attributes,
                    void *(*function)(void *), void *argument) {
  struct Start *start = malloc(sizeof *start);
  *start = (struct Start){rbNewThread(), function, argument};
  int number = start->number;
  int error =
      RB_REAL(pthread_create)(&handles[number], attributes, runThread, start);
  if (error)
    rbDiverged("pthread_create failed natively with error %d", error);
  *thread = handles[number];
}

RB_WEAK int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                           void *(*function)(void *), void *argument) {
  if (!rbArrive("pthread_create", RB_CALLER))
    return RB_REAL(pthread_create)(thread, attributes, function, argument);
  long result = rbResult();
  if (result == 0)
    rbCreateThread(thread, attributes, function, argument);
  return (int)rbReturn(result);
}

bool rbHasEnded(const void *handle) {
  for (int i = 0; i < kMaxThreads; ++i)
    if (handles[i] == (pthread_t)handle)
      return rbIsEnded(i);
  return false;
}

static int join(const char *name, const void *caller, pthread_t thread,
                void **value) {
  rbWaitsFor((const void *)thread, rbHasEnded);
  if (!rbArrive(name, caller))
    return RB_REAL(pthread_join)(thread, value);
  long result = rbResult();
  if (result == 0)
    RB_REAL(pthread_join)(thread, value);
  return (int)rbReturn(result);
}

RB_WEAK int pthread_join(pthread_t thread, void **value) {
  return join("pthread_join", RB_CALLER, thread, value);
}
RB_WEAK int pthread_tryjoin_np(pthread_t thread, void **value) {
  return join("pthread_tryjoin_np", RB_CALLER, thread, value);
}
RB_WEAK int pthread_timedjoin_np(pthread_t thread, void **value,
                                 const struct timespec *time) {
  return rbUntil(join("pthread_timedjoin_np", RB_CALLER, thread, value),
                 ETIMEDOUT, time);
}
RB_WEAK int pthread_clockjoin_np(pthread_t thread, void **value,
                                 clockid_t clock, const struct timespec *time) {
  (void)clock;
  return rbUntil(join("pthread_clockjoin_np", RB_CALLER, thread, value),
                 ETIMEDOUT, time);
}

RB_WEAK int pthread_detach(pthread_t thread) {
  if (!rbArrive("pthread_detach", RB_CALLER))
    return RB_REAL(pthread_detach)(thread);
  long result = rbResult();
  if (result == 0)
    RB_REAL(pthread_detach)(thread);
  return (int)rbReturn(result);
}

RB_WEAK int pthread_kill(pthread_t thread, int signal) {
  long result;
  if (!rbPassed("pthread_kill", RB_CALLER, &result))
    return RB_REAL(pthread_kill)(thread, signal);
  return (int)result;
}

RB_WEAK int pthread_cancel(pthread_t thread) {
  return rbSelf() < 0 ? RB_REAL(pthread_cancel)(thread) : 0;
}

RB_WEAK void pthread_testcancel(void) {
  long result;
  if (!rbPassed("pthread_testcancel", RB_CALLER, &result))
    RB_REAL(pthread_testcancel)();
}

RB_WEAK int sched_yield(void) {
  long result;
  if (!rbPassed("sched_yield", RB_CALLER, &result))
    return RB_REAL(sched_yield)();
  return (int)result;
}
