// A time limit may be up before the other thread has written, and need not.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DLOOPS=1 %s -o %t.loops.bc && %exits 0 rbcheck %t.loops.bc
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *work(void *unused) {
  write(ends[1], "x", 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pipe(ends);
  pthread_create(&thread, 0, work, 0);
  struct pollfd one = {ends[0], POLLIN, 0};
  int found = poll(&one, 1, 1000);
#ifdef LOOPS
  while (!found)
    found = poll(&one, 1, 1000);
#endif
  assert(found == 1); // CHECK: poll-timeout.c:[[#@LINE]]:{{.*}} error: assertion
  pthread_join(thread, 0);
  return 0;
}
