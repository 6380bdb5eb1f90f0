// A field of a heap object has the value that all stores put there: code that waits for
// another one is never executed. A second value, or an object that may be one of
// two, and nothing of that is known.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck-pairs %t.bc | FileCheck %s --check-prefixes=CHECK,NEVER
// RUN: %rbcc -DSET %s -o %t2.bc
// RUN: %exits 0 rbcheck-pairs %t2.bc | FileCheck %s --check-prefixes=CHECK,SET
#include <pthread.h>
#include <stdlib.h>
struct pool {
  int ready, jobs, seen;
  pthread_mutex_t lock;
};
static int flag;
static struct pool *make(void) {
  struct pool *pool = malloc(sizeof *pool);
  pool->ready = 0;
  pool->seen = 0;
  pthread_mutex_init(&pool->lock, 0);
  return pool;
}
static void *leaf(void *arg) {
  struct pool *pool = arg;
  pool->seen = 1;
  return 0;
}
static void *worker(void *arg) {
  struct pool *pool = arg;
  pthread_mutex_lock(&pool->lock);
  int isReady = pool->ready;
  pthread_mutex_unlock(&pool->lock);
  if (isReady)
    pool->jobs++; // NEVER-DAG: excluded static-fields.c:[[#@LINE]] static-fields.c:[[#@LINE]] one of them is never executed
                  // SET-DAG: open static-fields.c:[[#@LINE-1]] static-fields.c:[[#@LINE-1]]
  struct pool *mine = make(), *other = pool;
  if (flag)
    other = mine;
  pthread_t t;
  pthread_create(&t, 0, leaf, other);
  mine->seen = 2; // CHECK-DAG: open static-fields.c:24 static-fields.c:[[#@LINE]]
  return 0;
}
int main(void) {
  pthread_t t, u;
  struct pool *pool = make();
  pthread_create(&t, 0, worker, pool);
  pthread_create(&u, 0, worker, pool);
  pthread_mutex_lock(&pool->lock);
#ifdef SET
  pool->ready = 1;
#else
  pool->ready = 0;
#endif
  pthread_mutex_unlock(&pool->lock);
  flag = 1;
}
