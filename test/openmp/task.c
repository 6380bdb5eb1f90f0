// Tasks are finished behind taskwait, at the end of a taskgroup, and at a barrier.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck --check=-assertion %t.bad.bc | FileCheck %s
#include <assert.h>

static int a, b, c, d;

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
#pragma omp task
      a = 1;
#ifndef BAD
#pragma omp taskwait
#endif
      assert(a == 1); // CHECK: error: data race on `a`
#pragma omp taskgroup
      {
#pragma omp task
        {
#pragma omp task
          b = 1;
        }
      }
      assert(b == 1);
#pragma omp task final(1)
      {
#pragma omp task
        c = 1;
        assert(c == 1);
      }
#pragma omp task if (0)
      d = 1;
      assert(d == 1);
    }
    assert(c == 1); // behind the barrier of `single`
  }
  return 0;
}
