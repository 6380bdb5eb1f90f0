// A thread keeps a pointer to a local variable of a function that returns.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// RUN: %exits 0 rbcheck --search=bfs %t.fixed.bc
#include <pthread.h>
#include <stdatomic.h>
static pthread_t t;
static void *set(void *arg) {
  *(atomic_int *)arg = 1; // CHECK: use-after-return.c:[[#@LINE]]:{{[0-9]+}}: error: write to a local variable of a function that has returned
  return 0;
}
static void start(void) {
  atomic_int local = 0;
  pthread_create(&t, 0, set, &local);
#ifdef FIXED
  pthread_join(t, 0);
#endif
}
int main(void) {
  start();
#ifndef FIXED
  pthread_join(t, 0);
#endif
  return 0;
}
