// The error needs two preemptions: main inside the other's pair of stores.
// (In and out again: the other thread is preempted once between its stores,
// and main is preempted before its load.)
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 2 rbcheck --bound=preemptions:1 %t.bc | FileCheck --check-prefix=ONE %s
// RUN: %exits 1 rbcheck --bound=preemptions:2 %t.bc | FileCheck --check-prefix=TWO %s
// RUN: %exits 1 rbcheck --search=bfs --bound=preemptions:2 %t.bc | FileCheck --check-prefix=TWO %s
// RUN: %exits 1 rbcheck --bound=preemptions:100 --search=dfs %t.bc
// RUN: %exits 2 rbcheck --search=context-bound:bound=1 %t.bc | FileCheck --check-prefix=ONE %s
// RUN: %exits 1 rbcheck --search=context-bound:bound=2 %t.bc | FileCheck --check-prefix=TWO %s
// RUN: %exits 2 rbcheck --search=context-bound:bound=1,iterative=yes %t.bc | FileCheck --check-prefix=ONE %s
// RUN: %exits 1 rbcheck --search=context-bound:bound=9,iterative=yes %t.bc | FileCheck --check-prefix=TWO %s
// ONE: inconclusive: preemption bound 1
// TWO: error: assertion failed: atomic_load(&stage) != 1
// TWO: 2 preemptions
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stage;
static void *next(void *arg) {
  atomic_store(&stage, 1);
  atomic_store(&stage, 2);
  return arg;
}
int main(void) {
  pthread_t s;
  pthread_create(&s, 0, next, 0);
  assert(atomic_load(&stage) != 1);
  pthread_join(s, 0);
  return 0;
}
