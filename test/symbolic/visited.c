// What depends on inputs is part of a state, however states are remembered: these
// differ in what is known of the input, and in nothing else.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --all-errors --search=dfs --visited=fp128 %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=dfs --visited=fp64 %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=dfs --visited=exact %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=dfs --visited=bitstate:1 %t.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>
static void *other(void *arg) {
  rb_yield();
  return arg;
}
int main(void) {
  unsigned char in = rb_nondet_uchar();
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  if (in > 5) {
  }
  rb_yield();
#ifndef GOOD
  assert(in != 3);
  assert(in != 7);
#endif
  pthread_join(thread, 0);
}
// CHECK-DAG: visited.c:[[#@LINE-5]]:{{.*}} error: assertion failed: in != 3
// CHECK-DAG: visited.c:[[#@LINE-5]]:{{.*}} error: assertion failed: in != 7
// CHECK: error: 2 errors
