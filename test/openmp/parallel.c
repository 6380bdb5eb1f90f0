// Threads of a region, with a critical region and without; and how they are named.
// RUN: %exits 0 rbcheck %s | FileCheck --check-prefix=GOOD %s
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck %t.bad.bc | FileCheck %s
// GOOD: openmp-team: teams of 2 threads: chosen by rbcheck where the program
// GOOD: no-error
#include <assert.h>
#include <omp.h>

static int count;

int main(void) {
#pragma omp parallel
  {
#ifndef BAD
#pragma omp critical(count)
#endif
    ++count; // CHECK: parallel.c:[[#@LINE]]:5: error: data race on `count`
             // CHECK: T1 OpenMP thread
             // CHECK: parallel region in main at {{.*}}parallel.c:[[#@LINE-2]]
  }
  assert(count == 2);
#pragma omp parallel num_threads(3)
  {
    assert(omp_get_num_threads() == 3 && omp_in_parallel());
#pragma omp atomic
    count += 1;
  }
  assert(count == 5);
#pragma omp parallel if (count > 5)
  assert(omp_get_num_threads() == 1 && !omp_in_parallel());
  return 0;
}
