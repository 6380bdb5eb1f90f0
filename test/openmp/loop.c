// Schedules of loops: every iteration once, private copies, no barrier with nowait.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck --check=-assertion %t.bad.bc | FileCheck %s
#include <assert.h>

enum { kSize = 6 };
static int seen[kSize], twice[kSize];

int main(void) {
  int last = -1, base = 3;
#pragma omp parallel num_threads(2) firstprivate(base)
  {
#ifdef BAD
#pragma omp for nowait
#else
#pragma omp for
#endif
    for (int i = 0; i < kSize; ++i)
      seen[i] += base;
#pragma omp for schedule(static, 1) lastprivate(last)
    for (int i = kSize - 1; i >= 0; --i) {
      twice[i] = 2 * seen[i]; // CHECK: error: data race on `seen
      last = i;
    }
  }
  for (int i = 0; i < kSize; ++i)
    assert(twice[i] == 6);
  assert(last == 0);
  return 0;
}
