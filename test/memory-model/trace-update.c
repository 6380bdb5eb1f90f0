// A read-modify-write that reads an older write stands directly behind it: both
// are said. A compare-exchange that fails is a read. With release and acquire the
// thread knows of the newer write.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=ADD %s
// RUN: %rbcc -DEXCHANGE %s -o %t.exchange.bc
// RUN: %exits 1 rbcheck %t.exchange.bc | FileCheck --check-prefix=FAILS %s
// RUN: %rbcc -DREAD=acquire -DWRITE=release %s -o %t.right.bc
// RUN: %exits 0 rbcheck %t.right.bc
// RUN: %rbcc -DREAD=acquire -DWRITE=release -DEXCHANGE %s -o %t.right.bc
// RUN: %exits 0 rbcheck %t.right.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef READ
#define READ relaxed
#define WRITE relaxed
#endif
#define ORDER(order) ORDER_(order)
#define ORDER_(order) memory_order_##order

static atomic_int x, y;

static void *writer(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, ORDER(WRITE));
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&y, ORDER(READ))) {
#ifdef EXCHANGE
    int old = 7;
    atomic_compare_exchange_strong_explicit(
        &x, &old, 9, memory_order_relaxed, memory_order_relaxed);
#else
    int old = atomic_fetch_add_explicit(&x, 5, memory_order_relaxed);
#endif
    assert(old == 1);
  }
  pthread_join(t, 0);
}
// ADD: update x: 0 -> 5
// ADD-NEXT: its initial value, comes before the write of 1 at line 25
// FAILS: update x = 0
// FAILS-NEXT: its initial value; line 25 wrote 1 since
