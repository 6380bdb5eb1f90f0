// Spin loops and cyclic state spaces end, because states match.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs %t.bc
// RUN: %exits 0 rbcheck --search=bfs %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *set(void *arg) {
  atomic_store(&flag, 1);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  while (!atomic_load(&flag))
    ;
  pthread_join(t, 0);
  return 0;
}
