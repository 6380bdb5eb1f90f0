// A pointer is reset by another thread between its test and its use.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// RUN: %exits 0 rbcheck --search=bfs %t.fixed.bc
#include <pthread.h>
#include <stdatomic.h>
static int value = 7;
static int *_Atomic p = &value;
static void *reset(void *arg) {
  p = 0;
  return arg;
}
int main(void) {
  pthread_t t;
  int sum = 0;
  pthread_create(&t, 0, reset, 0);
#ifdef FIXED
  int *q = p;
  if (q)
    sum += *q;
#else
  if (p)
    sum += *p; // CHECK: null.c:[[#@LINE]]:{{[0-9]+}}: error: read from a null pointer
#endif
  pthread_join(t, 0);
  return sum > 7;
}
