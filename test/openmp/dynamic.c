// Who does which chunk is a matter of the schedule; chunks order nothing.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck %t.bad.bc | FileCheck %s
#include <assert.h>
#include <omp.h>

static int by[3], seen, order;

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 3; ++i)
      by[i] = omp_get_thread_num();
#pragma omp for schedule(guided) collapse(2)
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 2; ++k)
#pragma omp critical
        ++seen;
  }
#ifdef BAD
  // Any thread may do any of them.
  assert(by[0] == by[2]); // CHECK: dynamic.c:[[#@LINE]]:{{.*}} assertion failed
#endif
  assert(seen == 4);
  return 0;
}
