// A read of a write that is neither the first nor the last: who wrote it, where,
// and what came since; the arrow says that it is older. With acquire it has to see
// what the flag promises.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json %t.bc | FileCheck %s
// RUN: FileCheck --check-prefix=FILE %s < %t.json
// RUN: /usr/bin/python3 %S/../trace/check_trace.py %root/docs/trace-schema.json %t.json
// RUN: %rbcc -DREAD=memory_order_acquire %s -o %t.right.bc
// RUN: %exits 0 rbcheck %t.right.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef READ
#define READ memory_order_relaxed
#endif

static atomic_int data, flag;

static void *writer(void *arg) {
  atomic_store_explicit(&data, 1, memory_order_release);
  atomic_store_explicit(&data, 2, memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&flag, READ))
    assert(atomic_load_explicit(&data, READ) != 1);
  pthread_join(t, 0);
}
// CHECK: atomic read data = 1
// CHECK-NEXT: written at line 20 by T1; line 21 wrote 2 since
// FILE: "kind":"reads-older"
// FILE-SAME: "text":"atomic read data = 1, written at line 20 by T1; line 21 wrote 2 since"
