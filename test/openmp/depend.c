// Tasks wait for earlier siblings that name the same variable.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck --check=-assertion %t.bad.bc | FileCheck %s
#include <assert.h>

int main(void) {
  int x = 0, y = 0, z = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
#ifdef BAD
#pragma omp task shared(x, y)
#else
#pragma omp task depend(in : x) shared(x, y)
#endif
    y = x; // CHECK: error: data race on `x
#pragma omp task depend(in : x) shared(x, z)
    z = x;
#pragma omp task depend(inout : x) shared(x)
    x = 2;
  }
  assert(x == 2 && y == 1 && z == 1);
  return 0;
}
