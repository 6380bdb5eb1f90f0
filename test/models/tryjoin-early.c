// A thread that has done its work may still be there: pthread_tryjoin_np can
// say EBUSY after the flag was seen.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *work(void *arg) {
  done = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  while (!done)
    ;
#ifdef FIXED
  while (pthread_tryjoin_np(thread, 0) != 0)
    ;
#else
  // CHECK: tryjoin-early.c:[[#@LINE+1]]:{{.*}} error: assertion failed
  assert(pthread_tryjoin_np(thread, 0) == 0);
#endif
}
