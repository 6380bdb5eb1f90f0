// The last thread of all ends the process, and what it touched is compared all the
// same.
//
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --steps=sync --search=dfs --uninitialised=report %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.fixed.bc | FileCheck %s --check-prefix=FIXED
// CHECK: error: data race on `x`
// FIXED: no-error
#include <pthread.h>
#include <stdatomic.h>
#ifdef FIXED
static atomic_int x;
#else
static int x;
#endif
static void *a(void *arg) {
  sched_yield();
  x = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, a, 0);
  pthread_create(&t, 0, a, 0);
  pthread_exit(0);
}
