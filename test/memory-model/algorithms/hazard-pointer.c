// A hazard pointer: the reader says which object it uses and looks again whether it
// is still there; the writer replaces the object and frees the old one only if
// nobody uses it. Each side stores and then loads what the other stores: both need
// a seq_cst fence in between.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DPROTECT=memory_order_acq_rel %s -o %t.protect.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.protect.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.protect.bc
// RUN: %rbcc -DSCAN=memory_order_acq_rel %s -o %t.scan.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.scan.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.scan.bc
// RUN: %rbcc -DCLEAR=memory_order_relaxed %s -o %t.clear.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.clear.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.clear.bc
// CHECK: error: {{data race|(read from|write to) freed memory}}
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef PROTECT
#define PROTECT memory_order_seq_cst
#endif
#ifndef SCAN
#define SCAN memory_order_seq_cst
#endif
#ifndef CLEAR
#define CLEAR memory_order_release
#endif
static int *_Atomic shared;
static int *_Atomic hazard;
static int *retired; // kept by the writer until the end
static void *reader(void *arg) {
  int *seen = atomic_load_explicit(&shared, memory_order_relaxed), *again;
  for (;;) {
    atomic_store_explicit(&hazard, seen, memory_order_relaxed);
    atomic_thread_fence(PROTECT);
    again = atomic_load_explicit(&shared, memory_order_acquire);
    if (again == seen)
      break;
    seen = again;
  }
  assert(*seen == 1 || *seen == 2);
  atomic_store_explicit(&hazard, 0, CLEAR);
  return arg;
}
static void *writer(void *arg) {
  int *fresh = malloc(sizeof *fresh);
  *fresh = 2;
  int *old = atomic_exchange_explicit(&shared, fresh, memory_order_acq_rel);
  atomic_thread_fence(SCAN);
  if (atomic_load_explicit(&hazard, memory_order_acquire) == old)
    retired = old;
  else
    free(old);
  return arg;
}
int main(void) {
  pthread_t a, b;
  int *first = malloc(sizeof *first);
  *first = 1;
  atomic_init(&shared, first);
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(retired);
  free(atomic_load(&shared));
  return 0;
}
