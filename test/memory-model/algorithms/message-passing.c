// Message passing: plain data and a flag, with release and acquire on the flag or
// with relaxed accesses and fences. Each half is needed: without one of them the
// reader's access races with the writer's. With sequential consistency nobody
// would see it. The weak orders are the reason why c11 is what runs by default.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DFENCES %s -o %t.fences.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.fences.bc
// RUN: %rbcc -DSET=memory_order_relaxed %s -o %t.set.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.set.bc | FileCheck %s
// RUN: %exits 1 rbcheck %t.set.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.set.bc
// RUN: %rbcc -DSEE=memory_order_relaxed %s -o %t.see.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.see.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.see.bc
// RUN: %rbcc -DFENCES -DSET=memory_order_acquire %s -o %t.fset.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.fset.bc | FileCheck %s
// RUN: %rbcc -DFENCES -DSEE=memory_order_release %s -o %t.fsee.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.fsee.bc | FileCheck %s
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef SET
#define SET memory_order_release
#endif
#ifndef SEE
#define SEE memory_order_acquire
#endif
static int data;
static atomic_int flag;
static void *writer(void *arg) {
  data = 42;
#ifdef FENCES
  atomic_thread_fence(SET);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
#else
  atomic_store_explicit(&flag, 1, SET);
#endif
  return arg;
}
static void *reader(void *arg) {
#ifdef FENCES
  int set = atomic_load_explicit(&flag, memory_order_relaxed);
  atomic_thread_fence(SEE);
#else
  int set = atomic_load_explicit(&flag, SEE);
#endif
  if (set)
    assert(data == 42);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
