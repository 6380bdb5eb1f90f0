// Left out on request, spurious events are named in the verdict.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc
// RUN: %exits 0 rbcheck --spurious=off %t.bc | FileCheck %s
// CHECK: has no error in any schedule, for this input, under sequential consistency, without spurious events.
#include <assert.h>
#include <stdatomic.h>
static atomic_int value;
int main(void) {
  int expected = 0;
  assert(atomic_compare_exchange_weak(&value, &expected, 1));
}
