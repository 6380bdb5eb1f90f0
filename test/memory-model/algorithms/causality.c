// A chain of three threads: what the first wrote is seen by the third, if every link
// releases and acquires (write-to-read causality).
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DFIRST=memory_order_relaxed %s -o %t.first.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.first.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.first.bc
// RUN: %rbcc -DSEE=memory_order_relaxed %s -o %t.see.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.see.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.see.bc
// RUN: %rbcc -DPASS=memory_order_relaxed %s -o %t.pass.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.pass.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.pass.bc
// RUN: %rbcc -DLAST=memory_order_relaxed %s -o %t.last.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.last.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.last.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef FIRST
#define FIRST memory_order_release
#endif
#ifndef SEE
#define SEE memory_order_acquire
#endif
#ifndef PASS
#define PASS memory_order_release
#endif
#ifndef LAST
#define LAST memory_order_acquire
#endif
static int data;
static atomic_int x, y;
static void *first(void *arg) {
  data = 1;
  atomic_store_explicit(&x, 1, FIRST);
  return arg;
}
static void *second(void *arg) {
  if (atomic_load_explicit(&x, SEE))
    atomic_store_explicit(&y, 1, PASS);
  return arg;
}
static void *third(void *arg) {
  if (atomic_load_explicit(&y, LAST))
    assert(data == 1);
  return arg;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
