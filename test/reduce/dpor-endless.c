// A thread that spins makes an execution that does not end. Without remembered
// states nothing is proved then, and the result says why; errors are found.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 2 rbcheck --search=dpor %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --search=dfs %t.bc
// RUN: %rbcc -DBUG %s -o %t.bug.bc
// RUN: %exits 1 rbcheck --search=dpor %t.bug.bc | FileCheck %s --check-prefix=BUG
// Others of a team go on and decide.
// RUN: %rbcc -DWAITS %s -o %t.waits.bc
// RUN: %exits 0 rbcheck --search=dpor %t.waits.bc
// RUN: %exits 2 rbcheck --search=prss:of=dpor,members=2 %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --search=prss:of=dpor,members=2 %t.waits.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *set(void *arg) {
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
#ifndef WAITS
  while (!flag) // CHECK: inconclusive: an execution does not end: a state comes back with a thread at {{.*}}dpor-endless.c:[[#@LINE]]:
    ;
#endif
  pthread_join(thread, 0);
#ifdef BUG
  assert(flag == 2); // BUG: error: assertion failed
#endif
  return 0;
}
