// A thread joins one that waits for a mutex it holds, while main runs on. In a
// program that cancels threads a join may end otherwise: nothing is certain.
// Not for the oracle: pthread_cancel and its jumps.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCANCELS %s -o %t-cancels.bc
// RUN: %exits 0 rbcheck %t-cancels.bc
// CHECK: error: deadlock: thread 1 waits in pthread_join(T2) for thread 2; thread 2 waits in pthread_mutex_lock(&m) for thread 1
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int n;

static void *lock(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

static void unlock(void *arg) { pthread_mutex_unlock(arg); }

static void *joinIt(void *arg) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  pthread_create(&t, 0, lock, 0);
  pthread_join(t, 0);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_t s;
  pthread_create(&s, 0, joinIt, 0);
#ifdef CANCELS
  pthread_cancel(s);
  pthread_join(s, 0);
  pthread_exit(0);
#else
  for (;;)
    n = !n;
#endif
}
