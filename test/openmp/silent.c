// The books of the library order nothing: in one execution, the thread that comes
// second to `single` and to a loop, or makes a task, has learnt nothing from the
// first one.
// RUN: %rbcc -fopenmp %s -o %t.bc
// RUN: %exits 1 rbcheck --run --memory-model=c11 %t.bc 2>&1 | FileCheck %s
// RUN: %rbcc -fopenmp -DTASKS %s -o %t.tasks.bc
// RUN: %exits 1 rbcheck --run --memory-model=c11 %t.tasks.bc 2>&1 | FileCheck %s
// RUN: %rbcc -fopenmp -DGOOD %s -o %t.good.bc
// RUN: %exits 0 rbcheck --run --memory-model=c11 %t.good.bc
#include <omp.h>

static int flag, data;

int main(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0)
      data = 1;
#pragma omp single nowait
    {
    }
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 4; ++i) {
    }
#ifdef TASKS
#pragma omp task
    {
    }
#endif
#ifdef GOOD
#pragma omp barrier
#endif
    if (omp_get_thread_num() == 1)
      flag = data; // CHECK: silent.c:[[#@LINE]]:{{.*}} data race on `data`
  }
  return 0;
}
