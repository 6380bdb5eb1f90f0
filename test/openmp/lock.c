// Locks that are taken in two orders, and one that is taken twice.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck %t.bad.bc | FileCheck %s
#include <assert.h>
#include <omp.h>

static omp_lock_t first, second;
static omp_nest_lock_t nest;
static int count, nested;

int main(void) {
  omp_init_lock(&first);
  omp_init_lock(&second);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(2)
  {
#ifdef BAD
    omp_lock_t *outer = omp_get_thread_num() ? &first : &second;
#else
    omp_lock_t *outer = &first;
#endif
    omp_lock_t *inner = outer == &first ? &second : &first;
    omp_set_lock(outer);
    omp_set_lock(inner); // CHECK: lock.c:[[#@LINE]]:{{.*}} deadlock
    ++count;
    omp_unset_lock(inner);
    omp_unset_lock(outer);
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    ++nested;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
  }
  omp_destroy_lock(&first);
  omp_destroy_lock(&second);
  omp_destroy_nest_lock(&nest);
  assert(count == 2 && nested == 2);
  return 0;
}
