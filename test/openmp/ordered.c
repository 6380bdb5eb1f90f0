// Ordered regions come in the order of the iterations.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck %t.bad.bc | FileCheck %s
#include <assert.h>

static int next;

int main(void) {
#pragma omp parallel for ordered schedule(dynamic) num_threads(2)
  for (int i = 0; i < 3; ++i) {
#ifdef BAD
#pragma omp critical
#else
#pragma omp ordered
#endif
    {
      assert(next == i); // CHECK: ordered.c:[[#@LINE]]:{{.*}} assertion failed
      next = i + 1;
    }
  }
  assert(next == 3);
  return 0;
}
