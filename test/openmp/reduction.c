// Reductions, also by a combiner of the program, are complete behind the barrier.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fopenmp -DBAD %s -o %t.bad.bc
// RUN: %exits 1 rbcheck --check=-assertion %t.bad.bc | FileCheck %s
#include <assert.h>

struct Range {
  int low, high;
};
static struct Range join(struct Range a, struct Range b) {
  return (struct Range){a.low < b.low ? a.low : b.low,
                        a.high > b.high ? a.high : b.high};
}
#pragma omp declare reduction(join : struct Range : omp_out =                  \
                                  join(omp_out, omp_in))                       \
    initializer(omp_priv = (struct Range){100, -100})

int main(void) {
  int sum = 0;
  struct Range range = {100, -100};
#pragma omp parallel num_threads(2)
  {
#ifdef BAD
#pragma omp for reduction(+ : sum) nowait
#else
#pragma omp for reduction(+ : sum)
#endif
    for (int i = 0; i < 4; ++i)
      sum += i;
#pragma omp masked
    assert(sum == 6); // CHECK: error: data race on `sum
#pragma omp for reduction(join : range)
    for (int i = 0; i < 4; ++i)
      range = join(range, (struct Range){i - 1, i});
  }
  assert(range.low == -1 && range.high == 3);
  return 0;
}
