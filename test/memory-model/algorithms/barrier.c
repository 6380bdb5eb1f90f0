// A barrier with a sense that the last to arrive reverses, used twice. Arriving has
// to release what was done before and to acquire what the others did; the sense
// hands it to those who wait.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DTHREADS=3 -DPHASES=1 %s -o %t.three.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.three.bc
// RUN: %rbcc -DARRIVE=memory_order_acquire %s -o %t.release.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.release.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.release.bc
// RUN: %rbcc -DARRIVE=memory_order_release %s -o %t.acquire.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.acquire.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.acquire.bc
// RUN: %rbcc -DREVERSE=memory_order_relaxed %s -o %t.reverse.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.reverse.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.reverse.bc
// RUN: %rbcc -DAWAIT=memory_order_relaxed %s -o %t.await.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.await.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.await.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef THREADS
#define THREADS 2
#endif
#ifndef PHASES
#define PHASES 2
#endif
#ifndef ARRIVE
#define ARRIVE memory_order_acq_rel
#endif
#ifndef REVERSE
#define REVERSE memory_order_release
#endif
#ifndef AWAIT
#define AWAIT memory_order_acquire
#endif
static atomic_int missing = THREADS, sense;
static int values[PHASES][THREADS];
static void arrive(int mine) {
  if (atomic_fetch_sub_explicit(&missing, 1, ARRIVE) == 1) {
    atomic_store_explicit(&missing, THREADS, memory_order_relaxed);
    atomic_store_explicit(&sense, mine, REVERSE);
  } else {
    while (atomic_load_explicit(&sense, AWAIT) != mine)
      ;
  }
}
static void *work(void *arg) {
  int me = (int)(long)arg;
  for (int phase = 0; phase < PHASES; phase++) {
    values[phase][me] = 1;
    arrive(1 - phase % 2);
    for (int i = 0; i < THREADS; i++)
      assert(values[phase][i] == 1);
  }
  return 0;
}
int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
