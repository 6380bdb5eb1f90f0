// Three million allocations, one alive at a time: never a null pointer out of nothing.
// The sanitizer keeps freed memory, so memory limits mean nothing there.
// UNSUPPORTED: asan
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --run --memory-limit=500 %t.bc
#include <assert.h>
#include <stdlib.h>

int main(void) {
  for (int i = 0; i < 3000000; i++) {
    int *p = malloc(sizeof *p);
    assert(p);
    *p = i;
    free(p);
  }
  return 0;
}
