// Tasks that add up: each has a copy of its own of what task_reduction names;
// without in_reduction they race.
// RUN: %exits 0 rbcheck %s
// RUN: %exits 1 rbcheck -DPLAIN %s | FileCheck %s
#include <assert.h>

#ifdef PLAIN
#define IN shared(sum)
#else
#define IN in_reduction(+ : sum)
#endif

int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 1; i < 3; ++i) {
#pragma omp task firstprivate(i) IN
    sum += i; // CHECK: task-reduction.c:[[#@LINE]]:{{.*}} error: data race on `sum
  }
  assert(sum == 3);
  return 0;
}
