// With store buffers a trace says that a write waits, that its own thread reads it
// from there, and when it goes to memory; a native run refuses it. With a fence
// there is no error.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --memory-model=tso --trace=%t.json --html=%t.html %t.bc | FileCheck %s
// RUN: %exits 1 rbreplay %t.json | FileCheck %s
// RUN: FileCheck --check-prefix=FILE %s < %t.json
// RUN: /usr/bin/python3 %S/../trace/check_trace.py %root/docs/trace-schema.json %t.json
// RUN: %exits 3 rbreplay --native %t.json 2>&1 | FileCheck --check-prefix=NATIVE %s
// RUN: %rbcc -DFLUSH %s -o %t.flush.bc
// RUN: %exits 1 rbcheck --memory-model=tso %t.flush.bc | FileCheck --check-prefix=FLUSH %s
// RUN: %rbcc -DRIGHT %s -o %t.right.bc
// RUN: %exits 0 rbcheck --memory-model=tso %t.right.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef RIGHT
#define FENCE() atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE()
#endif

static atomic_int x, y;
static int r1, r2, own;

static void *left(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  FENCE();
  own = atomic_load_explicit(&x, memory_order_relaxed);
  r1 = atomic_load_explicit(&y, memory_order_relaxed);
  return arg;
}

static void *right(void *arg) {
  atomic_store_explicit(&y, 7, memory_order_relaxed);
  FENCE();
  r2 = atomic_load_explicit(&x, memory_order_relaxed);
  return arg;
}

#ifdef FLUSH
// It cannot end, which would empty its buffer.
static void *waiting(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  while (!atomic_load_explicit(&y, memory_order_relaxed))
    ;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiting, 0);
  assert(!atomic_load_explicit(&x, memory_order_relaxed));
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  pthread_join(t, 0);
}
#else
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0), pthread_create(&b, 0, right, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(r1 || r2 || !own);
}
#endif
// CHECK: atomic write x = 1, waits in the buffer of T1
// FILE: "text":"atomic write x = 1, waits in the buffer of T1",{{.*}}"weak":{"buffer":"waits",
// FILE: "text":"atomic read x = 1, its own write that waits in the buffer"
// FLUSH: atomic write x = 1, waits in the buffer of T1
// FLUSH: write x: 0 -> 1, out of the buffer of T1
// FLUSH: atomic read x = 1
// NATIVE: rbreplay: the trace needs reordering that a native run cannot be made to show, at
