// Division by a value that another thread may have set to zero.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// RUN: %exits 0 rbcheck --search=bfs %t.fixed.bc
#include <pthread.h>
#include <stdatomic.h>
static atomic_int divisor = 1;
static void *clear(void *arg) {
  divisor = 0;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, clear, 0);
  int d = divisor;
#ifdef FIXED
  int q = d ? 10 / d : 0;
#else
  int q = 10 / d; // CHECK: division.c:[[#@LINE]]:{{[0-9]+}}: error: division by zero
#endif
  pthread_join(t, 0);
  return q < 0;
}
