// Dekker's lock for two threads, around a plain counter: with seq_cst flags, and
// with relaxed ones and a fence between the store of the own flag and the load of
// the other's. An acq_rel fence there lets both in.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DFENCE=memory_order_seq_cst %s -o %t.fence.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.fence.bc
// RUN: %rbcc -DFLAG=memory_order_release %s -o %t.flag.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.flag.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.flag.bc
// RUN: %rbcc -DFENCE=memory_order_acq_rel %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef FENCE
#define FLAG memory_order_relaxed
#define OTHER memory_order_acquire
#define BETWEEN atomic_thread_fence(FENCE)
#else
#ifndef FLAG
#define FLAG memory_order_seq_cst
#endif
#define OTHER memory_order_seq_cst
#define BETWEEN (void)0
#endif
static atomic_int flag[2], turn;
static int count;
static void lock(int me) {
  int other = 1 - me;
  atomic_store_explicit(&flag[me], 1, FLAG);
  BETWEEN;
  while (atomic_load_explicit(&flag[other], OTHER)) {
    if (atomic_load_explicit(&turn, memory_order_relaxed) == me)
      continue;
    atomic_store_explicit(&flag[me], 0, memory_order_relaxed);
    while (atomic_load_explicit(&turn, memory_order_relaxed) != me)
      ;
    atomic_store_explicit(&flag[me], 1, FLAG);
    BETWEEN;
  }
}
static void unlock(int me) {
  atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
  atomic_store_explicit(&flag[me], 0, memory_order_release);
}
static void *process(void *arg) {
  int me = (int)(long)arg;
  lock(me);
  count++;
  unlock(me);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, process, (void *)0);
  pthread_create(&b, 0, process, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  return 0;
}
