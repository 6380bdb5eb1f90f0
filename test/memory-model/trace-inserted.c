// A store that comes before another one in the order of the variable's writes,
// though it is executed later: its own value is shown, not what memory holds.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json %t.bc | FileCheck %s
// RUN: %exits 1 rbreplay %t.json | FileCheck %s
// RUN: %rbcc -DORDER=memory_order_seq_cst %s -o %t.right.bc
// RUN: %exits 0 rbcheck %t.right.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

static atomic_int x, y;

static void *left(void *arg) {
  atomic_store_explicit(&x, 1, ORDER);
  atomic_store_explicit(&y, 2, ORDER);
  return arg;
}

static void *right(void *arg) {
  atomic_store_explicit(&y, 1, ORDER);
  atomic_store_explicit(&x, 2, ORDER);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0), pthread_create(&b, 0, right, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(x != 1 || y != 1);
}
// CHECK: 18 {{.*}}atomic write x: 0 -> 1
// CHECK: 25 {{.*}}atomic write x = 2
// CHECK-NEXT: comes before the write of 1 at
// CHECK-NEXT: line 18
