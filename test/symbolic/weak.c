// With stores that wait in a buffer, and histories: an error is told again with values,
// also where a thread's end or a flush behind a decision leads to it.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --memory-model=tso %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --memory-model=tso --search=dfs --reduce=off %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --memory-model=tso --search=dfs --reduce=on %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --memory-model=tso --steps=sync %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --memory-model=c11 --search=dfs --reduce=off %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --memory-model=c11 --search=dpor %t.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdatomic.h>
static atomic_int x, y;
static int plain;
static void *copies(void *arg) {
  int v = atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&y, v + 1, memory_order_release);
  return arg;
}
int main(void) {
  rb_symbolic(&x, 1, "x");
  rb_symbolic(&plain, 1, "plain");
  rb_assume(x < 12 && plain < 12);
  pthread_t thread;
  pthread_create(&thread, 0, copies, 0);
  int w = atomic_load_explicit(&y, memory_order_acquire);
  assert(w == 0 || w == x + 1);
  assert(w != 8 || plain != 5); // CHECK: weak.c:[[#@LINE]]:{{.*}} error: assertion
  pthread_join(thread, 0);      // CHECK: input: x was "\07"
}                               // CHECK: input: plain was "\05"
