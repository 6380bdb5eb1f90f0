// A thread that waits for a pipe can be cancelled there, and lets go of the pipe:
// the other end sees that nobody reads any more. One that only closes the
// descriptor does not end the wait.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DCLOSES=1 %s -o %t.closes.bc
// RUN: %exits 1 rbcheck %t.closes.bc | FileCheck %s
// CHECK: deadlock
// CHECK: T1 wait: line {{[0-9]+}} in wait, waits for a pipe that nobody writes to
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *wait(void *unused) {
  char byte;
  read(ends[0], &byte, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pipe(ends);
  pthread_create(&thread, 0, wait, 0);
#ifdef CLOSES
  close(ends[0]);
#else
  pthread_cancel(thread);
#endif
  pthread_join(thread, 0);
  close(ends[0]);
  struct pollfd one = {ends[1], POLLOUT, 0};
  assert(poll(&one, 1, 0) == 1 && one.revents & POLLERR);
  return 0;
}
