// The reader still uses the object that the owner frees.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// RUN: %exits 0 rbcheck --search=bfs %t.fixed.bc
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(atomic_int *) shared;
static void *reader(void *arg) {
  atomic_int *p = shared;
  if (p)
    *p += 1; // CHECK: use-after-free.c:[[#@LINE]]:{{[0-9]+}}: error: {{(read from|write to)}} freed memory
  return arg;
}
int main(void) {
  atomic_int *p = malloc(sizeof *p);
  *p = 0;
  shared = p;
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
#ifdef FIXED
  pthread_join(t, 0);
  free(p);
#else
  shared = 0;
  free(p);
  pthread_join(t, 0);
#endif
  return 0;
}
