// Dining philosophers who all take their left fork first.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// RUN: %exits 0 rbcheck --search=bfs %t.fixed.bc
#include <pthread.h>
#define N 3
static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static void *philosopher(void *arg) {
  long me = (long)arg;
  long first = me, second = (me + 1) % N;
#ifdef FIXED
  if (first > second) {
    long other = first;
    first = second;
    second = other;
  }
#endif
  pthread_mutex_lock(&fork_[first]);
  pthread_mutex_lock(&fork_[second]);
  // CHECK: philosophers.c:{{[0-9]+}}:{{[0-9]+}}: error: deadlock
  pthread_mutex_unlock(&fork_[second]);
  pthread_mutex_unlock(&fork_[first]);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], 0, philosopher, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  return 0;
}
