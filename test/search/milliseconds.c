// Three threads, five fetch_adds each: 756,756 executions, few states.
//
// Thread i has 0 .. 5 of its additions done; n is their sum, so the counts are
// the whole state once all threads exist: 6^3 of them while main waits at its
// first join. Verified completely, with thousands of states at most.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --max-states=2000 %t.bc
// RUN: %exits 0 rbcheck --search=dfs --max-states=2000 %t.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *add(void *arg) {
  for (int i = 0; i < 5; i++)
    atomic_fetch_add(&n, 1);
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  assert(n == 15);
  return 0;
}
