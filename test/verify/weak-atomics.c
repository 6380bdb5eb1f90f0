// Weaker orders are explored as sequentially consistent, and the report says so.
// RUN: %exits 0 rbcheck --json=%t.json %s | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// CHECK: no-error
// JSON: "approximations"
// JSON: atomics weaker than memory_order_seq_cst are explored as sequentially consistent
#include <stdatomic.h>
static atomic_int x;
int main(void) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return 0;
}
