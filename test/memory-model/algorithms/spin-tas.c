// A spin lock by test-and-set around a plain counter: the exchange that gets it
// acquires, the store that gives it back releases.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DTHREADS=3 -DROUNDS=1 %s -o %t.three.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.three.bc
// RUN: %rbcc -DLOCK=memory_order_release %s -o %t.lock.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.lock.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.lock.bc
// RUN: %rbcc -DUNLOCK=memory_order_relaxed %s -o %t.unlock.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.unlock.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.unlock.bc
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
#ifndef LOCK
#define LOCK memory_order_acquire
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif
static atomic_int held;
static int count;
static void *work(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    while (atomic_exchange_explicit(&held, 1, LOCK))
      ;
    count++;
    atomic_store_explicit(&held, 0, UNLOCK);
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
