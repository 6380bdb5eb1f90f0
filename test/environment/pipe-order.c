// What a thread wrote before it wrote to a pipe is there for who has read from
// it; what it writes later is not.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %exits 0 rbcheck --steps=sync %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %exits 0 rbcheck --search=dfs --reduce=on %t.bc
// RUN: %rbcc -DLATE=1 %s -o %t.late.bc
// RUN: %exits 1 rbcheck %t.late.bc | FileCheck %s
// RUN: %exits 1 rbcheck --memory-model=c11 %t.late.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], box;

static void *produce(void *unused) {
#ifdef LATE
  write(ends[1], "x", 1);
#endif
  box = 42; // CHECK: pipe-order.c:{{.*}} error: data race
#ifndef LATE
  write(ends[1], "x", 1);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[4];
  pipe(ends);
  pthread_create(&thread, 0, produce, 0);
  assert(read(ends[0], text, sizeof text) == 1 && text[0] == 'x');
  assert(box == 42);
  pthread_join(thread, 0);
  return 0;
}
