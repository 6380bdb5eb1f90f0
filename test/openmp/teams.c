// Teams of a target region, which runs on the host.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck %t.bad.bc | FileCheck %s
#include <assert.h>
#include <omp.h>

int main(void) {
  int sum = 0, each[4] = {0};
#pragma omp target map(tofrom : sum, each)
#pragma omp teams num_teams(2) thread_limit(1)
  {
#pragma omp distribute
    for (int i = 0; i < 4; ++i)
      each[i] = omp_get_team_num();
#ifndef BAD
#pragma omp atomic
#endif
    sum += 1; // CHECK: teams.c:[[#@LINE]]:{{.*}} data race on `sum
  }
  assert(sum == 2 && each[0] == 0 && each[3] == 1);
  return 0;
}
