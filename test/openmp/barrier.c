// A barrier that one thread does not come to.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck %t.bad.bc | FileCheck %s
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  {
#ifdef BAD
    if (omp_get_thread_num() == 0)
#endif
    {
#pragma omp barrier // CHECK: barrier.c:[[#@LINE]]:{{.*}} deadlock
    }
  }
  return 0;
}
