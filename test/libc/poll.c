// select without descriptors is a sleep: others may run meanwhile, and a
// thread can be cancelled there. With descriptors it is not supported.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DDESCRIPTORS=1 %s -o %t.fds.bc
// RUN: %exits 2 rbcheck %t.fds.bc | FileCheck %s
// CHECK: unsupported: waiting for descriptors (select, poll)
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>

static void *work(void *unused) {
  struct timeval time = {0, 1000};
  for (;;)
    select(0, 0, 0, 0, &time);
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, work, 0);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  assert(poll(0, 0, 10) == 0);
#ifdef DESCRIPTORS
  struct pollfd fd = {0, POLLIN, 0};
  poll(&fd, 1, 10);
#endif
  return 0;
}
