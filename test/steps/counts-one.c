// Four threads, one mutex, ten rounds each. The critical section is one position
// instead of three.
//
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs --steps=sync --json=- %t.bc 2>/dev/null | FileCheck %s
// CHECK: "states": 78527,
#include <pthread.h>
#define N 4
#define K 10
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *arg) {
  for (int k = 0; k < K; ++k) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < N; ++i)
    pthread_join(t[i], 0);
  return x != N * K;
}
