// Iterations that wait for others by depend(sink).
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck %t.bad.bc | FileCheck %s
int main(void) {
  int a[4] = {1};
#pragma omp parallel for ordered(1) num_threads(2) schedule(static, 1)
  for (int i = 1; i < 4; ++i) {
#ifndef BAD
#pragma omp ordered depend(sink : i - 1)
#endif
    a[i] = a[i - 1] + 1; // CHECK: across.c:[[#@LINE]]:{{.*}} data race on `a
#pragma omp ordered depend(source)
  }
  return a[3] != 4;
}
