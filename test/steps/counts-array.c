// Eight threads fill their own parts of one array, main joins them and adds up. A
// thread does all its work when it is made, and its end is no step: what is left
// are the steps of main, seven creations (the first one is made alone) and eight
// joins.
//
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs --steps=sync --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --search=bfs --steps=sync --json=- %t.bc 2>/dev/null | FileCheck %s
// CHECK: "states": 15,
//
// One element too many, and a part is not its thread's own any more.
// RUN: %rbcc -DOVERLAP %s -o %t.race.bc
// RUN: %exits 1 rbcheck --search=dfs --steps=sync %t.race.bc | FileCheck %s --check-prefix=RACE
#include <assert.h>
#include <pthread.h>
#define N 8
#define K 16
#ifdef OVERLAP
#define MORE 1
#else
#define MORE 0
#endif
static int a[N * K + 1];
static void *work(void *arg) {
  long i = (long)arg;
  for (int k = 0; k < K + MORE; ++k)
    a[i * K + k] = k; // RACE: counts-array.c:[[#@LINE]]:{{.*}} error: data race on `a[{{16|32|48}}]`
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; ++i)
    pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < N; ++i)
    pthread_join(t[i], 0);
  int sum = 0;
  for (int i = 0; i < N * K; ++i)
    sum += a[i];
  assert(sum == N * K * (K - 1) / 2);
}
