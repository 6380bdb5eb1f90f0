// A loop that is woken by a pipe has to look at its flag before it waits, and
// the flag has to be set before the wake-up.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: deadlock
// CHECK: waits for descriptors at which nothing happens
// RUN: %rbcc -DRIGHT=1 %s -o %t.right.bc && %exits 0 rbcheck %t.right.bc
// RUN: %rbcc -DRIGHT=1 -DSELECT=1 %s -o %t.select.bc && %exits 0 rbcheck %t.select.bc
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/select.h>
#include <unistd.h>

static int wake[2];
static atomic_int stops;

static void *loop(void *unused) {
  char byte;
  while (!stops) {
#ifdef SELECT
    fd_set set;
    FD_ZERO(&set);
    FD_SET(wake[0], &set);
    select(wake[0] + 1, &set, 0, 0, 0);
#else
    struct pollfd one = {wake[0], POLLIN, 0};
    poll(&one, 1, -1);
#endif
    read(wake[0], &byte, 1);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pipe(wake);
  pthread_create(&thread, 0, loop, 0);
#ifdef RIGHT
  stops = 1;
  write(wake[1], "x", 1);
#else
  write(wake[1], "x", 1);
  stops = 1;
#endif
  pthread_join(thread, 0);
  return 0;
}
