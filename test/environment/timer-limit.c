// A wait with a limit beside a timer: which of them is over first depends on their
// times; the signal of an alarm may come before the limit or behind it.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DLIMIT=1 %s -o %t.short.bc
// RUN: %exits 1 rbcheck %t.short.bc | FileCheck %s
// CHECK: assertion failed: poll(&one, 1, LIMIT) == 1
// RUN: %rbcc -DALARM=1 %s -o %t.alarm.bc
// RUN: %exits 1 rbcheck %t.alarm.bc | FileCheck %s
// RUN: %rbcc -DALARM=1 -DLIMIT=-1 %s -o %t.ever.bc
// RUN: %exits 0 rbcheck %t.ever.bc
#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#ifndef LIMIT
#define LIMIT 5000
#endif

int main(void) {
#ifdef ALARM
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, 0);
  struct pollfd one = {signalfd(-1, &set, 0), POLLIN, 0};
  alarm(1);
#else
  const struct itimerspec soon = {{0, 0}, {0, 20000000}};
  struct pollfd one = {timerfd_create(CLOCK_MONOTONIC, 0), POLLIN, 0};
  timerfd_settime(one.fd, 0, &soon, 0);
#endif
  assert(poll(&one, 1, LIMIT) == 1);
  return 0;
}
