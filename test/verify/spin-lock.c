// A spin lock made of an atomic flag; the broken one tests and sets in two steps.
// The waiting loop is a cycle in the state space: the search ends all the same.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// RUN: %exits 0 rbcheck --search=bfs %t.fixed.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock;
static atomic_int inside;
static void acquire(void) {
#ifdef FIXED
  while (atomic_exchange(&lock, 1))
    ;
#else
  while (lock)
    ;
  lock = 1;
#endif
}
static void *work(void *arg) {
  for (int i = 0; i < 2; i++) {
    acquire();
    int others = inside++;
    assert(others == 0); // CHECK: spin-lock.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed: others == 0
    inside--;
    lock = 0;
  }
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  return 0;
}
