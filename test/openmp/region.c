// single, copyprivate, masked, sections, threadprivate with copyin.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck --check=-assertion %t.bad.bc | FileCheck %s
#include <assert.h>
#include <omp.h>

static int own = 7;
#pragma omp threadprivate(own)
static int once, first, second, told;

int main(void) {
  own = 8;
#pragma omp parallel num_threads(2) copyin(own)
  {
    int value = 0;
    assert(own == 8);
    own += omp_get_thread_num();
#pragma omp single copyprivate(value)
    {
      ++once;
      value = 5;
    }
    assert(value == 5);
#pragma omp sections
    {
#pragma omp section
      first = 1;
#pragma omp section
      second = 1;
    }
    assert(first && second);
#pragma omp masked
    told = 1;
#ifndef BAD
#pragma omp barrier
#endif
    assert(told); // CHECK: region.c:[[#@LINE]]:{{.*}} data race on `told`
  }
  assert(once == 1);
#pragma omp parallel num_threads(2)
  assert(own == 8 + omp_get_thread_num());
  return 0;
}
