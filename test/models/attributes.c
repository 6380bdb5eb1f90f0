// Attribute objects answer as natively.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define SHOW(call) printf("%s = %d\n", #call, call)
#define GET(call) (value = -1, printf("%s = %d", #call, call), printf(", %d\n", value))

static void *nothing(void *arg) { return arg; }

/// What no thread can be made with.
static void createOddly(void) {
  pthread_t thread;
  pthread_attr_t attr;
  struct sched_param param = {5};
  cpu_set_t far;
  pthread_attr_init(&attr);
  SHOW(pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED));
  SHOW(pthread_attr_setschedpolicy(&attr, SCHED_FIFO));
  SHOW(pthread_attr_setschedparam(&attr, &param));
  SHOW(pthread_attr_setschedpolicy(&attr, SCHED_OTHER));
  SHOW(pthread_create(&thread, &attr, nothing, 0));
  pthread_attr_init(&attr);
  CPU_ZERO(&far);
  CPU_SET(1023, &far);
  SHOW(sched_setaffinity(0, sizeof(far), &far));
  SHOW(pthread_attr_setaffinity_np(&attr, sizeof(far), &far));
  SHOW(pthread_create(&thread, &attr, nothing, 0));
}

int main(void) {
  int value;
  size_t size;
  pthread_attr_t attr;
  SHOW(pthread_attr_init(&attr));
  GET(pthread_attr_getdetachstate(&attr, &value));
  SHOW(pthread_attr_setdetachstate(&attr, 99));
  SHOW(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED));
  GET(pthread_attr_getdetachstate(&attr, &value));
  SHOW(pthread_attr_setstacksize(&attr, 100));
  SHOW(pthread_attr_setstacksize(&attr, 65536));
  SHOW(pthread_attr_getstacksize(&attr, &size));
  printf("%zu\n", size);
  GET(pthread_attr_getschedpolicy(&attr, &value));
  SHOW(pthread_attr_setschedpolicy(&attr, 99));
  GET(pthread_attr_getinheritsched(&attr, &value));
  SHOW(pthread_attr_setinheritsched(&attr, 99));
  SHOW(pthread_attr_setscope(&attr, PTHREAD_SCOPE_PROCESS));
  GET(pthread_attr_getscope(&attr, &value));
  SHOW(pthread_attr_destroy(&attr));
  createOddly();

  pthread_mutexattr_t mutex;
  SHOW(pthread_mutexattr_init(&mutex));
  GET(pthread_mutexattr_gettype(&mutex, &value));
  SHOW(pthread_mutexattr_settype(&mutex, PTHREAD_MUTEX_RECURSIVE));
  GET(pthread_mutexattr_gettype(&mutex, &value));
  SHOW(pthread_mutexattr_settype(&mutex, 17));
  GET(pthread_mutexattr_getprotocol(&mutex, &value));
  SHOW(pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_INHERIT));
  GET(pthread_mutexattr_getprotocol(&mutex, &value));
  SHOW(pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_PROTECT));
  SHOW(pthread_mutexattr_setprioceiling(&mutex, 42));
  GET(pthread_mutexattr_getprioceiling(&mutex, &value));
  SHOW(pthread_mutexattr_setprioceiling(&mutex, 1000));
  GET(pthread_mutexattr_getpshared(&mutex, &value));
  SHOW(pthread_mutexattr_setpshared(&mutex, 5));
  GET(pthread_mutexattr_getrobust(&mutex, &value));
  SHOW(pthread_mutexattr_destroy(&mutex));

  pthread_condattr_t cond;
  clockid_t clock;
  SHOW(pthread_condattr_init(&cond));
  SHOW(pthread_condattr_setclock(&cond, CLOCK_MONOTONIC));
  SHOW(pthread_condattr_getclock(&cond, &clock));
  printf("%d\n", clock);
  SHOW(pthread_condattr_setclock(&cond, CLOCK_PROCESS_CPUTIME_ID));
  SHOW(pthread_condattr_destroy(&cond));

  pthread_barrierattr_t barrier;
  SHOW(pthread_barrierattr_init(&barrier));
  SHOW(pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED));
  GET(pthread_barrierattr_getpshared(&barrier, &value));

  char name[16];
  SHOW(pthread_setname_np(pthread_self(), "a name that is too long"));
  SHOW(pthread_setname_np(pthread_self(), "worker"));
  SHOW(pthread_getname_np(pthread_self(), name, sizeof name));
  SHOW(pthread_getname_np(pthread_self(), name, 3));
  puts(name);
  SHOW(pthread_kill(pthread_self(), 0));
  SHOW(sched_get_priority_max(SCHED_FIFO));
  SHOW(sched_get_priority_min(SCHED_RR));
  SHOW(pthread_equal(pthread_self(), pthread_self()) != 0);
  return 0;
}
