// A clock is not before the end of a sleep or of a timed wait that gave up, in
// any thread.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --accept=time %t.bc
// RUN: rbcheck --run %t.bc
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER,
                       m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t written = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;

static struct timespec now(void) {
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  return at;
}
static int isBefore(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}
static struct timespec in(struct timespec at, long seconds) {
  at.tv_sec += seconds;
  return at;
}
static void *holds(void *arg) { // until it is told to end
  pthread_mutex_lock(&held);
  pthread_rwlock_wrlock(&written);
  sem_post(arg);
  pthread_mutex_lock(&m);
  return arg;
}

int main(void) {
  struct timespec at = now(), half = {0, 500000000};
  sleep(5);
  assert(!isBefore(now(), in(at, 5)));
  time_t seconds = time(0);
  for (int i = 0; i < 10; ++i)
    sleep(2);
  assert(time(0) - seconds >= 20);
  at = now();
  nanosleep(&half, 0), usleep(500000);
  assert(!isBefore(now(), in(at, 1)));
  at = in(now(), 3);
  clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &at, 0);
  assert(!isBefore(now(), at));

  sem_init(&s, 0, 0);
  pthread_mutex_lock(&m);
  at = in(now(), 7);
  int result = pthread_cond_timedwait(&c, &m, &at);
  assert(result == 0 || !isBefore(now(), at));
  at = in(now(), 7);
  assert(sem_timedwait(&s, &at) == -1 && errno == ETIMEDOUT);
  assert(!isBefore(now(), at));

  pthread_t t;
  pthread_create(&t, 0, holds, &s);
  sem_wait(&s);
  at = in(now(), 7);
  assert(pthread_mutex_timedlock(&held, &at) == ETIMEDOUT);
  assert(!isBefore(now(), at));
  at = in(now(), 7);
  assert(pthread_rwlock_timedrdlock(&written, &at) == ETIMEDOUT);
  assert(!isBefore(now(), at));
  at = in(now(), 7);
  assert(pthread_timedjoin_np(t, 0, &at) == ETIMEDOUT);
  assert(!isBefore(now(), at));
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
