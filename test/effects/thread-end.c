// A timed join can see that a thread has not ended although all it did is done:
// the end of a thread is a step of its own then.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCLOCK %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DPLAIN %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int done;
static void *body(void *arg) {
  done = 1;
  return arg;
}
int main(void) {
  pthread_t thread;
  struct timespec time = {0, 0};
  pthread_create(&thread, 0, body, 0);
  while (!done)
    ;
#if defined(PLAIN)
  int result = pthread_join(thread, 0);
#elif defined(CLOCK)
  int result = pthread_clockjoin_np(thread, 0, CLOCK_REALTIME, &time);
#else
  int result = pthread_timedjoin_np(thread, 0, &time);
#endif
  assert(result == 0); // CHECK: thread-end.c:[[#@LINE]]:{{.*}} error: assertion failed
}
