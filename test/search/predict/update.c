// Atomic reads and writes are no race, but an update between them is lost. FIXED
// updates in one step.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=predict:runs=1 %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 2 rbcheck --search=predict:runs=3 %t.fixed.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;

static void *add(void *arg) {
#ifdef FIXED
  atomic_fetch_add(&n, 1);
#else
  int old = n;
  n = old + 1;
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2); // CHECK: update.c:[[#@LINE]]:{{.*}}assertion
  return 0;
}
