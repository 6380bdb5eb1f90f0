// A race looks the same in large steps: two places, and a trace in which both
// accesses are about to happen.
//
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs --trace=%t.json %t.bc > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: %exits 1 rbcheck --steps=sync --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --steps=sync %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --steps=sync --search=dfs --visited=exact %t.bc | FileCheck %s
// RUN: %exits 1 rbreplay %t.json | FileCheck %s
// RUN: %exits 1 rbcheck --run --steps=sync %t.bc 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.fixed.bc | FileCheck %s --check-prefix=FIXED
// RUN: %exits 0 rbcheck --run --steps=sync %t.fixed.bc
//
// CHECK: race.c:[[#@LINE+18]]:{{.*}} error: data race on `n`: {{.*}} are not ordered
// CHECK: the other access:
// CHECK: How it happens
// ONCE: data race on `n`
// FIXED: no-error
#include <assert.h>
#include <pthread.h>
#ifdef FIXED
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&m)
#define UNLOCK() pthread_mutex_unlock(&m)
#else
#define LOCK()
#define UNLOCK()
#endif
static int n;
static void *inc(void *arg) {
  LOCK();
  n = n + 1;
  UNLOCK();
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
  pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
}
