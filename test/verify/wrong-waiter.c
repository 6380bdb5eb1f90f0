// A bounded buffer with one condition variable for two kinds of waiters: signal
// may wake the wrong one; broadcast is right.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// RUN: %exits 0 rbcheck --search=bfs %t.fixed.bc
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int count;
#ifdef FIXED
#define WAKE pthread_cond_broadcast
#else
#define WAKE pthread_cond_signal
#endif
static void *put(void *arg) {
  pthread_mutex_lock(&m);
  while (count == 1)
    pthread_cond_wait(&c, &m);
  count++;
  WAKE(&c);
  pthread_mutex_unlock(&m);
  return arg;
}
static void *get(void *arg) {
  pthread_mutex_lock(&m);
  while (count == 0)
    pthread_cond_wait(&c, &m);
  count--;
  WAKE(&c);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], 0, put, 0);
  pthread_create(&t[1], 0, put, 0);
  pthread_create(&t[2], 0, get, 0);
  get(0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0); // CHECK: error: deadlock
  return 0;
}
