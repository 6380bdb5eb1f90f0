// The vector clocks see the race that the states show, and none where something
// orders the accesses: each kind of order has its turn.
// RUN: %clang -g -O0 -emit-llvm -c %s -o %t.bc
// RUN: rbcheck-oracle --verbose %t.bc | FileCheck %s
// CHECK: error data-race clocks.c:31 clocks.c:50
// CHECK: the clocks saw a race
// RUN: %clang -g -O0 -DMUTEX -emit-llvm -c %s -o %t.bc
// RUN: rbcheck-oracle --verbose %t.bc | FileCheck %s --check-prefix=NONE
// RUN: %clang -g -O0 -DSEMAPHORE -emit-llvm -c %s -o %t.bc
// RUN: rbcheck-oracle --verbose %t.bc | FileCheck %s --check-prefix=NONE
// RUN: %clang -g -O0 -DBARRIER -emit-llvm -c %s -o %t.bc
// RUN: rbcheck-oracle --verbose %t.bc | FileCheck %s --check-prefix=NONE
// RUN: %clang -g -O0 -DATOMIC -emit-llvm -c %s -o %t.bc
// RUN: rbcheck-oracle --verbose %t.bc | FileCheck %s --check-prefix=NONE
// RUN: %clang -g -O0 -DJOIN -emit-llvm -c %s -o %t.bc
// RUN: rbcheck-oracle --verbose %t.bc | FileCheck %s --check-prefix=NONE
// NONE-NOT: error
// NONE: the clocks saw no race
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static pthread_barrier_t b;
static atomic_int flag;
static int n;
static void *write(void *arg) {
#ifdef MUTEX
  pthread_mutex_lock(&m);
#endif
  n = 1;
#ifdef MUTEX
  pthread_mutex_unlock(&m);
#elif defined SEMAPHORE
  sem_post(&s);
#elif defined BARRIER
  pthread_barrier_wait(&b);
#elif defined ATOMIC
  flag = 1;
#endif
  return arg;
}
static void read(void) {
#ifdef MUTEX
  pthread_mutex_lock(&m);
#elif defined ATOMIC
  if (!flag)
    return;
#endif
  int seen = n;
  (void)seen;
#ifdef MUTEX
  pthread_mutex_unlock(&m);
#endif
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, write, 0);
#ifdef SEMAPHORE
  sem_wait(&s);
#elif defined BARRIER
  pthread_barrier_wait(&b);
#elif defined JOIN
  pthread_join(t, 0);
#endif
  read();
#ifndef JOIN
  pthread_join(t, 0);
#endif
  return 0;
}
