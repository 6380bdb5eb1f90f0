// From alarm() on the signal can come at any time, also in a lone thread; after
// alarm(0) not any more.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc > %t.out
// RUN: FileCheck %s < %t.out
// CHECK: assertion failed: first == second
// CHECK: signal 14 comes
// RUN: %rbcc -DBLOCKS=1 %s -o %t.blocks.bc && %exits 0 rbcheck %t.blocks.bc
// RUN: %rbcc -DSTOPS=1 %s -o %t.stops.bc && %exits 0 rbcheck %t.stops.bc
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static int first, second;

static void check(int number) {
  (void)number;
  assert(first == second);
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  signal(SIGALRM, check);
  alarm(10);
#ifdef STOPS
  alarm(0);
#endif
#ifdef BLOCKS
  sigprocmask(SIG_BLOCK, &set, 0);
#endif
  first = 1;
  second = 1;
#ifdef BLOCKS
  sigprocmask(SIG_UNBLOCK, &set, 0);
#endif
  return 0;
}
