// Peterson's algorithm, and the same without the turn.
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
static atomic_int flag[2], turn, critical;
static void *process(void *arg) {
  int me = (int)(long)arg;
#ifdef FIXED
  flag[me] = 1;
  turn = 1 - me;
  while (flag[1 - me] && turn == 1 - me)
    ;
#else
  while (flag[1 - me])
    ;
  flag[me] = 1;
#endif
  int before = critical++;
  assert(before == 0); // CHECK: peterson.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed: before == 0
  critical--;
  flag[me] = 0;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, process, (void *)0);
  pthread_create(&b, 0, process, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
