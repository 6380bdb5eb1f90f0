// Orders decide which of two errors is met first, and compose.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=dfs --order=rank:1 %t.bc | FileCheck --check-prefix=ONE %s
// RUN: %exits 1 rbcheck --search=dfs --order=rank:2,0 %t.bc | FileCheck --check-prefix=TWO %s
// RUN: %exits 1 rbcheck --search=rb --order=rank:2 --order=rank:1 %t.bc | FileCheck --check-prefix=ONE %s
// RUN: %exits 1 rbcheck --search=dfs --order=interference %t.bc
// RUN: %exits 1 rbcheck --search=dfs --order=interference:8,switch,random %t.bc
// ONE: error: assertion failed: number != 1
// TWO: error: assertion failed: number != 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int steps;
static void *fail(void *arg) {
  atomic_fetch_add(&steps, 1);
  int number = (int)(long)arg;
  if (atomic_load(&steps) == 1) {
    assert(number != 1);
    assert(number != 2);
  }
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, fail, (void *)(i + 1));
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
