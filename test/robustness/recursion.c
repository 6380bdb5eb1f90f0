// Deep recursion is legal as long as a real stack would do; endless recursion is an
// error of the program, reported as such.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -O2 %s -o %t.O2.bc
// RUN: %exits 0 rbcheck %t.O2.bc
// RUN: %rbcc -DENDLESS %s -o %t.endless.bc
// RUN: %exits 1 rbcheck %t.endless.bc | FileCheck %s
// RUN: %exits 1 rbcheck --run %t.endless.bc 2>&1 | FileCheck %s
#include <assert.h>

struct Link { struct Link *up; int n; };

__attribute__((noinline)) static int descend(struct Link *up, int n) {
  struct Link here = {up, n};
#ifndef ENDLESS
  if (n == 20000) {
    int depth = 0;
    for (struct Link *l = &here; l; l = l->up)
      depth++;
    return depth;
  }
#endif
  return descend(&here, n + 1) + here.n - n; // CHECK: recursion.c:{{.*}} error: {{.*}}stack overflows
}

int main(void) {
  assert(descend(0, 1) == 20000);
  return 0;
}
