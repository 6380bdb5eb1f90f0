// Random numbers: in range, and the same for the same seed.
// RUN: rbcheck --run %s
// One sequence is tried, which could hide an error.
// RUN: %exits 0 rbcheck --accept=rand %s
// RUN: %exits 2 rbcheck %s | FileCheck %s
// CHECK: inconclusive: rand: one sequence of random numbers is tried{{.*}}random.c:[[#@LINE+7]]:{{.*}}(--accept=rand)

#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(7);
  int a = rand(), b = rand();
  assert(a >= 0 && a <= RAND_MAX && a != b);
  srand(7);
  assert(rand() == a && rand() == b);
  srandom(3);
  assert(random() >= 0);
  unsigned seed = 5;
  assert(rand_r(&seed) >= 0);
  srand48(9);
  double d = drand48();
  assert(d >= 0 && d < 1);
  srand48(9);
  assert(drand48() == d && lrand48() >= 0);
}
