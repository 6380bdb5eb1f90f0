// Levels of regions, and what omp.h says of them.
// RUN: %exits 0 rbcheck %s
#include <assert.h>
#include <omp.h>

int main(void) {
  assert(omp_get_level() == 0 && omp_get_thread_num() == 0);
  assert(omp_get_max_threads() == 2 && omp_get_num_procs() == 2);
  // One active level unless the program wants more.
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    assert(omp_get_num_threads() == 1 && omp_get_level() == 2 &&
           omp_get_active_level() == 1);
  }
  omp_set_max_active_levels(2);
  omp_set_num_threads(1);
#pragma omp parallel
  {
#pragma omp parallel num_threads(2)
    assert(omp_get_num_threads() == 2 && omp_get_level() == 2 &&
           omp_get_ancestor_thread_num(1) == 0 && omp_get_team_size(2) == 2);
  }
  // Each thread has workers of its own.
  int numbers[2][2] = {{0}};
#pragma omp parallel num_threads(2)
  {
    int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    numbers[outer][omp_get_thread_num()] += 1 + omp_get_ancestor_thread_num(1);
  }
  assert(numbers[0][0] == 1 && numbers[0][1] == 1 && numbers[1][0] == 2 &&
         numbers[1][1] == 2);
  assert(omp_get_level() == 0);
  return 0;
}
