// --all-errors finds every error, each once, in any order.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --all-errors %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=bfs --json=- %t.bc 2>/dev/null | FileCheck --check-prefix=JSON %s
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdlib.h>

int main(void) {
  int which = rb_choose(4);
  int *p = malloc(4);
  // CHECK-DAG: all-errors.c:[[#@LINE+1]]:{{[0-9]+}}: error: assertion failed: which != 1
  assert(which != 1);
  if (which == 2)
    p[1] = 0; // CHECK-DAG: all-errors.c:[[#@LINE]]:{{[0-9]+}}: error: write of 4 bytes at offset 4 of an object of 4 bytes
  free(p);
  if (which == 3)
    free(p); // CHECK-DAG: all-errors.c:[[#@LINE]]:{{[0-9]+}}: error: memory is freed a second time
  return 0;
}
// CHECK: error: 3 errors in
// JSON-COUNT-3: "kind":
// JSON-NOT: "kind":
