// A ticket lock around a plain counter: tickets may be drawn relaxed, but who is
// served is published with release and awaited with acquire.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DTHREADS=3 -DROUNDS=1 %s -o %t.three.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.three.bc
// RUN: %rbcc -DAWAIT=memory_order_relaxed %s -o %t.await.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.await.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.await.bc
// RUN: %rbcc -DSERVE=memory_order_relaxed %s -o %t.serve.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.serve.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.serve.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef AWAIT
#define AWAIT memory_order_acquire
#endif
#ifndef SERVE
#define SERVE memory_order_release
#endif
static atomic_int tickets, served;
static int count;
static void *work(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    int mine = atomic_fetch_add_explicit(&tickets, 1, memory_order_relaxed);
    while (atomic_load_explicit(&served, AWAIT) != mine)
      ;
    count++;
    atomic_store_explicit(&served, mine + 1, SERVE);
  }
  return arg;
}
int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  assert(count == THREADS * ROUNDS);
  return 0;
}
