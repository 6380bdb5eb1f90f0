// A reader that lags behind ten writes: eight of them are not enough for a verdict,
// so the search is made again with more; with --history it is as was asked for.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc | FileCheck %s
// RUN: %exits 2 rbcheck --history=8 %t.bc | FileCheck %s --check-prefix=SHORT
// RUN: %exits 0 rbcheck --history=8 --accept=history %t.bc
// RUN: %exits 0 rbcheck --history=12 %t.bc
// RUN: %rbcc -DBACKWARDS %s -o %t.wrong.bc
// RUN: %exits 1 rbcheck %t.wrong.bc --trace=%t.json | FileCheck %s --check-prefix=WRONG
// RUN: %exits 1 rbreplay %t.json | FileCheck %s --check-prefix=WRONG
// CHECK: no-error: {{.*}} under C11
// SHORT: inconclusive: only the last writes of an atomic variable are remembered (--history=8)
// WRONG: assertion failed: first >= second
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

static void *write(void *arg) {
  for (int i = 1; i <= 10; ++i)
    atomic_store_explicit(&value, i, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, write, 0);
  int first = atomic_load_explicit(&value, memory_order_relaxed);
  int second = atomic_load_explicit(&value, memory_order_relaxed);
#ifdef BACKWARDS
  assert(first >= second);
#else
  assert(first <= second);
#endif
  pthread_join(writer, 0);
}
