// What synchronisation orders is no race: each of these hands x over in another
// way. Without it (PLAIN) there is one.
//
// RUN: %rbcc -DMUTEX %s -o %t.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DCOND %s -o %t.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DATOMIC %s -o %t.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DBARRIER %s -o %t.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DHEAP %s -o %t.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DPLAIN %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s --check-prefix=PLAIN
// CHECK: no-error
// PLAIN: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t b;
static atomic_int flag;
static int *_Atomic shared;
static int ready;

static void give(void) {
#if defined(MUTEX) || defined(COND)
  pthread_mutex_lock(&m);
  x = 1, ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
#elif defined(HEAP)
  int *mine = malloc(sizeof(int)); // private until it is published
  *mine = 1;
  shared = mine;
#else
  x = 1;
#ifdef BARRIER
  pthread_barrier_wait(&b);
#else
  flag = 1;
#endif
#endif
}
static void *take(void *arg) {
#if defined(MUTEX)
  pthread_mutex_lock(&m);
  assert(!ready || x == 1);
  pthread_mutex_unlock(&m);
#elif defined(COND)
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  assert(x == 1);
#elif defined(ATOMIC)
  if (flag)
    assert(x == 1);
#elif defined(BARRIER)
  pthread_barrier_wait(&b);
  assert(x == 1);
#elif defined(HEAP)
  int *got = shared;
  if (got) {
    assert(*got == 1);
    free(got);
  }
#else
  assert(x <= 1);
#endif
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, take, 0);
  give();
  pthread_join(t, 0);
  return 0;
}
