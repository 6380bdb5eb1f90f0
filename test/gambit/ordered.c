// The latest step that the write depends on is the read of the second thread, which
// is ordered before it by the semaphore; to be swapped is the read of the first one.
// A rule that looks at the latest alone never does that.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=gambit:mode=dpor %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=gambit:mode=dpor,sleep=no %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=gambit:mode=bounded,reduce=yes %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck --search=gambit:mode=dpor %t.fixed.bc
// RUN: %exits 0 rbcheck --search=gambit:mode=dpor,sleep=no %t.fixed.bc
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int v;
static sem_t s;

static void *first(void *arg) {
  int seen = atomic_load(&v);
#ifndef FIXED
  assert(seen == 0); // CHECK: ordered.c:[[#@LINE]]:{{.*}} error: assertion failed
#else
  assert(seen == 0 || seen == 1);
#endif
  return arg;
}
static void *second(void *arg) {
  int seen = atomic_load(&v);
  sem_post(&s);
  assert(seen == 0);
  return arg;
}
static void *writer(void *arg) {
  sem_wait(&s);
  atomic_store(&v, 1);
  return arg;
}

int main(void) {
  pthread_t t[3];
  sem_init(&s, 0, 0);
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_create(&t[2], 0, writer, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return 0;
}
