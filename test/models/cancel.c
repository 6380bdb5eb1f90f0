// What pthread_cancel promises, in every schedule: handlers run newest first,
// a thread that disabled cancellation is not disturbed, the result says it.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static int order[3], count;
static void note(void *which) { order[count++] = (int)(long)which; }

static void *waits(void *unused) {
  sem_t never;
  sem_init(&never, 0, 0);
  pthread_cleanup_push(note, (void *)1);
  pthread_cleanup_push(note, (void *)2);
  sem_wait(&never);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return unused;
}

static void *refuses(void *unused) {
  int old;
  assert(!pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old));
  assert(old == PTHREAD_CANCEL_ENABLE);
  pthread_testcancel();
  assert(pthread_setcancelstate(42, 0) == EINVAL);
  assert(!pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old));
  assert(old == PTHREAD_CANCEL_DISABLE);
  return (void *)7; // no cancellation point since
}

static void *leaves(void *unused) {
  pthread_cleanup_push(note, (void *)3);
  pthread_exit((void *)9);
  pthread_cleanup_pop(0);
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, waits, 0);
  assert(!pthread_cancel(thread));
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  assert(count == 0 || (count == 2 && order[0] == 2 && order[1] == 1));
  count = 0;

  pthread_create(&thread, 0, refuses, 0);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == (void *)7);

  pthread_create(&thread, 0, leaves, 0);
  pthread_join(thread, &result);
  assert(result == (void *)9 && count == 1 && order[0] == 3);
  assert(pthread_cancel(thread) == ESRCH);
  return 0;
}
