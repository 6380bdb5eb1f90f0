// A trace has no more reads of older writes than the error needs, whatever the
// search found: an error that is there without weak memory is shown without.
// test/unit/MinimiseTest.cpp has the case that not all schedules can be tried.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=random-walk --seed=3 --no-minimize %t.bc | FileCheck --check-prefix=FOUND %s
// RUN: %exits 1 rbcheck --search=random-walk --seed=3 %t.bc | FileCheck --check-prefix=LEAST %s
// RUN: %rbcc -DRIGHT %s -o %t.right.bc
// RUN: %exits 0 rbcheck %t.right.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, n;

static void *add(void *arg) {
  for (int i = 1; i < 4; ++i)
    atomic_store_explicit(&x, i, memory_order_relaxed);
#ifdef RIGHT
  atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
#else
  int old = atomic_load_explicit(&n, memory_order_relaxed);
  (void)atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&n, old + 1, memory_order_relaxed);
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0), pthread_create(&b, 0, add, 0);
  (void)atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(n == 2);
}
// FOUND: since
// LEAST: How it happens
// LEAST-NOT: since
// LEAST-NOT: comes before
// LEAST: Where the threads are
