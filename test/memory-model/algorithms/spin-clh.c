// The lock of Craig, Landin and Hagersten around a plain counter: each thread spins
// on its predecessor's node, and takes it over when it leaves. The exchange has to
// release, too: else the successor does not see that the node is locked.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DTHREADS=2 -DROUNDS=2 %s -o %t.rounds.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.rounds.bc
// RUN: %rbcc -DJOIN=memory_order_acquire %s -o %t.join.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.join.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.join.bc
// RUN: %rbcc -DLEAVE=memory_order_relaxed %s -o %t.leave.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.leave.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.leave.bc
// RUN: %rbcc -DAWAIT=memory_order_relaxed %s -o %t.await.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.await.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.await.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef JOIN
#define JOIN memory_order_acq_rel
#endif
#ifndef AWAIT
#define AWAIT memory_order_acquire
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif
static atomic_int locked[THREADS + 1]; // the last is free at the beginning
static atomic_int tail = THREADS;
static int count;
static void *work(void *arg) {
  int me = (int)(long)arg;
  for (int i = 0; i < ROUNDS; i++) {
    atomic_store_explicit(&locked[me], 1, memory_order_relaxed);
    int before = atomic_exchange_explicit(&tail, me, JOIN);
    while (atomic_load_explicit(&locked[before], AWAIT))
      ;
    count++;
    atomic_store_explicit(&locked[me], 0, LEAVE);
    me = before;
  }
  return 0;
}
int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  assert(count == THREADS * ROUNDS);
  return 0;
}
