// Any two sections may run at once, not only those that clang gives to two threads.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck %t.bad.bc | FileCheck %s
#include <assert.h>

static int a, b, c;

int main(void) {
  int last = 0;
#pragma omp parallel sections num_threads(2) lastprivate(last)
  {
#pragma omp section
    a = 1;
#pragma omp section
#ifdef BAD
    a = 2; // CHECK: error: data race on `a`
#else
    b = 2;
#endif
#pragma omp section
    c = 3;
#pragma omp section
    last = 4;
  }
  assert(last == 4 && c == 3);
  return 0;
}
