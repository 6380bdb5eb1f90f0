// A thread is at a decision whose term another one settles: to decide is a step that
// changes nothing but that, and what comes behind it is another state.
// CHECK: error: data race on `shared`
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --memory-model=tso --search=dfs --reduce=off %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --memory-model=c11 --search=dfs --reduce=off %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --memory-model=c11 --search=dfs --visited=exact %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --memory-model=sc --search=dfs --reduce=off %t.bc | FileCheck %s
#include <pthread.h>
#include <rbcheck.h>
static signed char shared;
static int seen;
static void *reads(void *arg) {
  seen = shared;
  return arg;
}
int main(void) {
  unsigned char in = rb_nondet_uchar();
  rb_assume(in < 4);
  shared = in;
  pthread_t thread;
  pthread_create(&thread, 0, reads, 0);
  if (in == 3)
    shared = 2;
  pthread_join(thread, 0);
}
