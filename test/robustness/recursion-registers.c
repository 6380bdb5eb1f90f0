// The same for frames without an addressable local: 20,000 levels with twelve values
// each, and no end.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DENDLESS %s -o %t.endless.bc
// RUN: %exits 1 rbcheck %t.endless.bc | FileCheck %s
#include <assert.h>
#ifdef ENDLESS
#define LAST -1
#else
#define LAST 20000
#endif

static long sum(int n, long a, long b, long c, long d, long e) {
  if (n == LAST)
    return a + b + c + d + e;
  long f = a + n, g = b ^ n, h = c - n, i = d | 1, j = e + 2;
  long below = sum(n + 1, f, g, h, i, j); // CHECK: recursion-registers.c:{{.*}} error: {{.*}}stack overflows
  return below + (f ^ f) + (g - g) + (h & ~h) + (i - i) + (j ^ j);
}

int main(void) {
  assert(sum(0, 0, 0, 0, 0, 0) != 1);
  return 0;
}
