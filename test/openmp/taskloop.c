// A loop of tasks, with a reduction by them and without.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck %t.bad.bc | FileCheck %s
#include <assert.h>

static int sum;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#ifdef BAD
#pragma omp taskloop num_tasks(2)
#else
#pragma omp taskloop num_tasks(2) reduction(+ : sum)
#endif
  for (int i = 0; i < 4; ++i)
    sum += i; // CHECK: taskloop.c:[[#@LINE]]:{{.*}} data race on `sum
  assert(sum == 6);
  return 0;
}
