// Atomic instructions and fences keep what their memory order leaves out.
// RUN: %rbcc %s -o %t.bc
// RUN: rbcheck --emit=program %t.bc | FileCheck %s
#include <stdatomic.h>
static atomic_int a;
int main(void) {
  int expected = 0;
  // CHECK: function {{[0-9]+}} main
  // CHECK: AtomicStore {{.*}}marked  live
  atomic_store(&a, 1);
  // CHECK: AtomicStore {{.*}}marked no-release no-seq-cst  live
  atomic_store_explicit(&a, 1, memory_order_relaxed);
  // CHECK: AtomicLoad {{.*}}marked no-seq-cst  live
  atomic_load_explicit(&a, memory_order_acquire);
  // CHECK: AtomicLoad {{.*}}marked no-acquire no-seq-cst  live
  atomic_load_explicit(&a, memory_order_relaxed);
  // CHECK: AtomicRmw {{.*}}marked no-acquire no-seq-cst  live
  atomic_fetch_add_explicit(&a, 1, memory_order_release);
  // CHECK: CmpXchg {{.*}}no-release no-acquire-on-failure no-seq-cst no-seq-cst-on-failure
  atomic_compare_exchange_strong_explicit(&a, &expected, 2,
                                          memory_order_acquire,
                                          memory_order_relaxed);
  // CHECK: Fence {{.*}}marked no-acquire no-seq-cst  live
  atomic_thread_fence(memory_order_release);
  // CHECK: Fence {{.*}}marked no-acquire no-release no-seq-cst  live
  atomic_signal_fence(memory_order_seq_cst);
  return 0;
}
