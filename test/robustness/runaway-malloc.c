// A program that allocates without end gets a null pointer at some time, as it would
// in reality, and the one that does not test for it is reported. (prlimit: a failure
// must not take the machine along; the sanitizers reserve more than that.)
// UNSUPPORTED: asan
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 prlimit --as=4000000000 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 prlimit --as=4000000000 rbcheck --run %t.bc 2>&1 | FileCheck %s
// RUN: %rbcc -DTESTED %s -o %t.tested.bc
// RUN: %exits 0 prlimit --as=4000000000 rbcheck --accept=heap-limit %t.tested.bc
#include <stdlib.h>

int main(void) {
  for (;;) {
    char *p = malloc(1 << 28);
#ifdef TESTED
    if (!p)
      return 0;
#endif
    p[0] = 1; // CHECK: runaway-malloc.c:[[#@LINE]]:{{.*}} error: {{.*}}null
  }
}
