// Two unsynchronised increments can lose an update. They race, and with atomic
// accesses they still lose it.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=RACE
// RUN: %exits 1 rbcheck --search=bfs --check=-data-race %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs --check=-data-race %t.bc | FileCheck %s
// RUN: %rbcc -DSHARED=_Atomic %s -o %t.atomic.bc
// RUN: %exits 1 rbcheck %t.atomic.bc | FileCheck %s
// RUN: %rbcc -DSHARED=_Atomic -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
#include <assert.h>
#include <pthread.h>
#ifndef SHARED
#define SHARED
#endif
static SHARED int n;
static void *inc(void *arg) {
#ifdef FIXED
  n++;
#else
  n = n + 1; // RACE: lost-update.c:[[#@LINE]]:{{.*}} error: data race on `n`
#endif
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0), pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(n == 2); // CHECK: lost-update.c:[[#@LINE]]:{{.*}} error: assertion failed
}
