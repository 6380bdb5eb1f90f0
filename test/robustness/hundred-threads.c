// A hundred threads at once: one schedule, bounded searches, a bug among them.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --run %t.bc
// RUN: %exits 0 rbcheck --run --seed=3 %t.bc
// RUN: %exits 2 rbcheck --search=dfs --max-states=20000 %t.bc
// RUN: %exits 2 rbcheck --search=bfs --max-states=20000 %t.bc
// RUN: %rbcc -DBUG %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 100 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static atomic_int finished;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  atomic_fetch_add(&finished, 1);
  return arg;
}

int main(void) {
  pthread_t threads[kThreads];
  for (long i = 0; i < kThreads; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (long i = 0; i < kThreads; i++) {
    void *result;
    pthread_join(threads[i], &result);
    assert(result == (void *)i);
  }
#ifdef BUG
  counter++;
#endif
  assert(counter == kThreads); // CHECK: hundred-threads.c:[[#@LINE]]:{{.*}} error: assertion failed
  assert(atomic_load(&finished) == kThreads);
  return 0;
}
