// SIGEV_THREAD: the function runs in a thread of its own, at any time from when
// the timer is set on, so what it shares needs a lock, and a timer that is deleted
// may just have begun.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DNO_LOCK=1 %s -o %t.race.bc
// RUN: %exits 1 rbcheck %t.race.bc | FileCheck --check-prefix=RACE %s
// RACE: data race
// RUN: %rbcc -DDELETES=1 %s -o %t.deletes.bc
// RUN: %exits 1 rbcheck %t.deletes.bc | FileCheck --check-prefix=DELETES %s
// DELETES: assertion failed: count == 0
// RUN: %rbcc -DAGAIN=1 %s -o %t.again.bc
// RUN: %exits 2 rbcheck %t.again.bc | FileCheck --check-prefix=AGAIN %s
// AGAIN: timer_settime
// RUN: %exits 0 rbcheck --accept=time %t.again.bc
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count;

static void ring(union sigval value) {
#ifndef NO_LOCK
  pthread_mutex_lock(&lock);
#endif
  if (count < 2)
    count += value.sival_int;
#ifndef NO_LOCK
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
#endif
}

int main(void) {
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD,
                           .sigev_notify_function = ring,
                           .sigev_value.sival_int = 1};
  struct itimerspec soon = {{0, 0}, {0, 1000000}};
  int wanted = 1;
#ifdef AGAIN
  soon.it_interval.tv_nsec = 1000000;
  wanted = 2;
#endif
  assert(!timer_create(CLOCK_REALTIME, &event, &timer));
  assert(!timer_settime(timer, 0, &soon, 0));
#ifdef DELETES
  assert(!timer_delete(timer));
  pthread_mutex_lock(&lock);
  assert(count == 0);
  pthread_mutex_unlock(&lock);
#elif defined NO_LOCK
  wanted += count;
#else
  pthread_mutex_lock(&lock);
  while (count < wanted)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
#endif
  return 0;
}
