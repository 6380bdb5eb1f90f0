// A timer runs out some time: before or behind what another thread does, so a
// loop that takes the first event for the timer's is wrong.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DTRUSTS=1 %s -o %t.trusts.bc
// RUN: %exits 1 rbcheck %t.trusts.bc | FileCheck %s
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ends[2];

static void *work(void *unused) {
  write(ends[1], "x", 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  uint64_t times;
  const struct itimerspec soon = {{0, 0}, {0, 20000000}};
  int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  pipe(ends);
  assert(!timerfd_settime(timer, 0, &soon, 0));
  pthread_create(&thread, 0, work, 0);
  struct pollfd both[2] = {{timer, POLLIN, 0}, {ends[0], POLLIN, 0}};
  int hasTimer = 0, hasText = 0;
  while (!hasTimer || !hasText) {
    assert(poll(both, 2, -1) > 0);
    if (both[0].revents) {
#ifdef TRUSTS
      assert(!hasText); // CHECK: timerfd.c:[[#@LINE]]:{{.*}} error: assertion
#endif
      assert(read(timer, &times, sizeof times) == 8 && times == 1);
      hasTimer = 1;
    }
    if (both[1].revents) {
      char byte;
      assert(read(ends[0], &byte, 1) == 1);
      hasText = 1;
    }
  }
  assert(poll(both, 2, 0) == 0);
  pthread_join(thread, 0);
  return 0;
}
