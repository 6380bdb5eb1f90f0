// Two threads free the same block when they both see it.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// RUN: %exits 0 rbcheck --search=bfs %t.fixed.bc
#include <pthread.h>
#include <stdlib.h>
static int *block;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *drop(void *arg) {
  pthread_mutex_lock(&m);
  int *mine = block;
#ifdef FIXED
  block = 0;
#endif
  pthread_mutex_unlock(&m);
  if (mine)
    free(mine); // CHECK: double-free.c:[[#@LINE]]:{{[0-9]+}}: error: memory is freed a second time
  return arg;
}
int main(void) {
  block = malloc(4);
  pthread_t a, b;
  pthread_create(&a, 0, drop, 0);
  pthread_create(&b, 0, drop, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
