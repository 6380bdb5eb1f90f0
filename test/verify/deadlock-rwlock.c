// Two readers want to write, while main runs on: each waits for the other one,
// and for itself. A single reader waits for itself.
// Not for the oracle: main runs on in a private loop.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DGIVES_BACK %s -o %t-back.bc
// RUN: %exits 0 rbcheck --check=-livelock %t-back.bc
// CHECK: error: deadlock: thread [[#T:]] waits in pthread_rwlock_wrlock(&l) for itself
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int n;

static void *upgrade(void *arg) {
  pthread_rwlock_rdlock(&l);
#ifdef GIVES_BACK
  pthread_rwlock_unlock(&l);
#endif
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
  return arg;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, upgrade, 0);
  pthread_create(&t, 0, upgrade, 0);
  for (;;)
    n = !n;
}
