// An index that another thread changes between its test and its use.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// RUN: %exits 0 rbcheck --search=bfs %t.fixed.bc
#include <pthread.h>
#include <stdatomic.h>
static int table[4];
static atomic_int at;
static void *move(void *arg) {
  at = 4;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, move, 0);
#ifdef FIXED
  int i = at;
  if (i < 4)
    table[i] = 1;
#else
  if (at < 4)
    table[at] = 1; // CHECK: out-of-bounds.c:[[#@LINE]]:{{[0-9]+}}: error: write of 4 bytes at offset 16 of an object of 16 bytes
#endif
  pthread_join(t, 0);
  return 0;
}
