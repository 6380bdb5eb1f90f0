// Publication in the manner of RCU: the writer makes a new version, publishes it,
// waits until no reader that may have the old one is active, and frees that. The
// reader says that it is active before it fetches the pointer; both sides need a
// seq_cst fence there, and the publication has to release.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DPUBLISH=memory_order_relaxed %s -o %t.publish.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.publish.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.publish.bc
// RUN: %rbcc -DENTER=memory_order_acq_rel %s -o %t.enter.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.enter.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.enter.bc
// RUN: %rbcc -DWAIT=memory_order_acq_rel %s -o %t.wait.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.wait.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.wait.bc
// RUN: %rbcc -DLEAVE=memory_order_relaxed %s -o %t.leave.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.leave.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.leave.bc
// CHECK: error: {{data race|(read from|write to) freed memory}}
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
#ifndef ENTER
#define ENTER memory_order_seq_cst
#endif
#ifndef WAIT
#define WAIT memory_order_seq_cst
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif
static int *_Atomic current;
static atomic_int active;
static int *version(int value) {
  int *made = malloc(sizeof *made);
  *made = value;
  return made;
}
static void *reader(void *arg) {
  atomic_store_explicit(&active, 1, memory_order_relaxed);
  atomic_thread_fence(ENTER);
  int *seen = atomic_load_explicit(&current, memory_order_acquire);
  int value = *seen;
  assert(value == 1 || value == 2);
  atomic_store_explicit(&active, 0, LEAVE);
  return arg;
}
static void *writer(void *arg) {
  int *old = atomic_load_explicit(&current, memory_order_relaxed);
  atomic_store_explicit(&current, version(2), PUBLISH);
  atomic_thread_fence(WAIT);
  while (atomic_load_explicit(&active, memory_order_acquire))
    ;
  free(old);
  return arg;
}
int main(void) {
  pthread_t a, b;
  atomic_init(&current, version(1));
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(atomic_load(&current));
  return 0;
}
