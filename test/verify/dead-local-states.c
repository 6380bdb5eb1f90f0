// A loop that keeps pointers to dead locals comes back to known states: what
// they are is the same in every round.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --search=bfs --visited=exact %t.bc | FileCheck %s
// CHECK: no-error
// CHECK: {{^}}42 states,
// Without markers of scopes `y` keeps its value from one round to the next, so
// the first round differs from the others: one round more, no state else.
// RUN: %clang -g -I%include -emit-llvm -c %s -o %t.plain.bc
// RUN: %exits 0 rbcheck --search=dfs %t.plain.bc | FileCheck --check-prefix=PLAIN %s
// PLAIN: {{^}}62 states,
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int stop;
static int *keep;
static struct { int *p; } *box;
static void body(int value) {
  int x = value;
  keep = &x;
  box->p = &x;
  atomic_load(&stop);
  *keep += *box->p;
}
static void *work(void *arg) {
  box = malloc(sizeof *box);
  while (!atomic_load(&stop)) {
    body(1);
    int y = 2, *volatile p = &y;
    box->p = p;
  }
  free(box);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  stop = 1;
  pthread_join(t, 0);
  return 0;
}
