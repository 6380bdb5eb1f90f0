// Weaker orders can be explored as sequentially consistent; the report says so.
// RUN: %exits 0 rbcheck --memory-model=sc --json=%t.json %s | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// CHECK: weak-memory: atomics weaker than memory_order_seq_cst are explored
// CHECK: no-error: {{.*}} under sequential consistency.
// JSON: "memory_model": "sc"
// JSON: "approximations"
// JSON: atomics weaker than memory_order_seq_cst are explored as sequentially consistent
#include <stdatomic.h>
static atomic_int x;
int main(void) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return 0;
}
