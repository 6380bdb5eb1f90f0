// Four threads with a mutex each: with steps from synchronisation to the next a
// thread has a position for each lock and unlock and one behind its end; the
// access in between is none. With K rounds that is (2K+1)^4 = 14,641 states while
// main waits, and those before and behind.
//
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs --steps=sync --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --search=bfs --steps=sync --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --search=dfs --steps=sync --visited=exact --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --search=dfs --steps=sync --jobs=2 --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --search=dfs --json=- %t.bc 2>/dev/null | FileCheck %s --check-prefix=ACCESS
// CHECK: "states": 17567,
// ACCESS: "states": 213927,
#include <pthread.h>
#define N 4
#define K 5
static pthread_mutex_t m[N];
static int x[N];
static void *work(void *arg) {
  long i = (long)arg;
  for (int k = 0; k < K; ++k) {
    pthread_mutex_lock(&m[i]);
    x[i]++;
    pthread_mutex_unlock(&m[i]);
  }
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; ++i)
    pthread_mutex_init(&m[i], 0);
  for (long i = 0; i < N; ++i)
    pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < N; ++i)
    pthread_join(t[i], 0);
  return 0;
}
