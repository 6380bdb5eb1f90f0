// A source that refuses a compiler without OpenMP is compiled with it at once;
// --cflags=-fno-openmp is heard, and then the pragma is missed by name.
// RUN: %exits 0 rbcheck %s
// RUN: %exits 2 rbcheck -DTOLERANT --cflags=-fno-openmp %s | FileCheck %s
// CHECK: inconclusive: the source has OpenMP pragmas that were not compiled
#if !defined(_OPENMP) && !defined(TOLERANT)
#error "needs OpenMP"
#endif
int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; ++i)
    sum += i;
  return sum != 6;
}
