// An interval timer sends its signal again and again, a plain one once, until it
// is set to nothing.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DAGAIN=1 %s -o %t.again.bc
// RUN: %exits 1 rbcheck %t.again.bc | FileCheck %s
// CHECK: assertion failed: count <= 1
// RUN: %rbcc -DAGAIN=1 -DSTOPS=1 %s -o %t.stops.bc
// RUN: %exits 0 rbcheck %t.stops.bc
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>

static volatile sig_atomic_t count;

static void ring(int number) {
  if (number == SIGVTALRM && count < 3)
    ++count;
}

int main(void) {
  const struct itimerval none = {{0, 0}, {0, 0}}, bad = {{0, 0}, {0, -1}};
  struct itimerval wanted = {{0, 0}, {1, 0}}, old;
  signal(SIGVTALRM, ring);
#ifdef AGAIN
  wanted.it_interval.tv_usec = 5;
#endif
  assert(setitimer(ITIMER_VIRTUAL, &bad, 0) == -1 && errno == EINVAL);
  assert(!setitimer(ITIMER_VIRTUAL, &wanted, 0));
#ifdef STOPS
  assert(!setitimer(ITIMER_VIRTUAL, &none, &old));
  assert(!memcmp(&old.it_interval, &wanted.it_interval, sizeof old.it_interval));
  const int before = count;
  assert(count == before);
  assert(!getitimer(ITIMER_VIRTUAL, &old));
  assert(!memcmp(&old, &none, sizeof old));
#else
  (void)none, (void)old;
  assert(count <= 1);
#endif
  return 0;
}
