// All forms of atomic; one access that is none.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck %t.bad.bc | FileCheck %s
#include <assert.h>

static int count, flag, data;
static double real;

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int before;
#pragma omp atomic capture
    before = count++;
#pragma omp atomic
    real += 0.5;
    if (before == 0) {
      data = 1;
#ifdef BAD
#pragma omp atomic write
#else
#pragma omp atomic write release
#endif
      flag = 1;
    } else {
      int seen;
#pragma omp atomic read acquire
      seen = flag;
      if (seen)
        assert(data == 1); // CHECK: atomic.c:[[#@LINE]]:{{.*}} data race on `data`
    }
  }
  assert(count == 2 && real == 1);
  return 0;
}
