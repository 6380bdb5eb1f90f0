// A seq_cst read that comes before another thread's seq_cst write in the order of
// those, although a relaxed read has seen what was written behind it. With acquire
// and release in between it cannot.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DREAD=memory_order_acquire -DWRITE=memory_order_release %s -o %t.right.bc
// RUN: %exits 0 rbcheck %t.right.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef READ
#define READ memory_order_relaxed
#define WRITE memory_order_relaxed
#endif

static atomic_int x, y;

static void *writer(void *arg) {
  x = 1;
  atomic_store_explicit(&y, 1, WRITE);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&y, READ))
    assert(x == 1);
  pthread_join(t, 0);
}
// CHECK: atomic read x = 0
// CHECK-NEXT: its initial value; line 19 wrote 1 since, before others in the order
// CHECK-NEXT: of seq_cst
