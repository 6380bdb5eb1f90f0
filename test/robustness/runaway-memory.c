// A program that fills all memory it can get is stopped by the memory limit, inside a
// step, too, and the limit is named. (prlimit: a failure must not take the machine
// along; the sanitizers reserve more than that.)
// UNSUPPORTED: asan
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 2 prlimit --as=4000000000 rbcheck --memory-limit=500 %t.bc | FileCheck %s
// RUN: %exits 2 prlimit --as=4000000000 rbcheck --memory-limit=500 --run %t.bc 2>&1 | FileCheck %s
// CHECK: inconclusive
// CHECK-SAME: memory
#include <stdlib.h>
#include <string.h>

int main(void) {
  for (;;) {
    char *p = malloc(1 << 22);
    if (!p)
      return 0;
    memset(p, 1, 1 << 22);
  }
}
