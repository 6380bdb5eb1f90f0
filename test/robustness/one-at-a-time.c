// Two hundred threads, one alive at a time, are checked completely. More than rbcheck
// can number end in a named limit, not in a false error.
// RUN: %rbcc -DTHREADS=200 %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs %t.bc
// RUN: %rbcc -DTHREADS=3000 %s -o %t.many.bc
// RUN: %exits 2 rbcheck --search=dfs %t.many.bc | FileCheck %s
// CHECK: inconclusive: {{.*}}threads
#include <assert.h>
#include <pthread.h>

static int counter;
static void *work(void *arg) {
  counter++;
  return arg;
}

int main(void) {
  for (int i = 0; i < THREADS; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
  }
  assert(counter == THREADS);
  return 0;
}
