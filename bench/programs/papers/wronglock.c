// Wronglock(A, B): A threads protect a variable by one lock, B threads by
// another one.
// Error: the assertion. Use SHARED=_Atomic, or leave out data races.
#include "papers.h"

#ifndef A
#define A 1
#endif
#ifndef B
#define B 3
#endif

static SHARED int v;
static Lock kdata = LOCK;
#if BUG
static Lock kthis = LOCK;
#else
#define kthis kdata
#endif

static void *check(void *arg) {
  enter(&kdata);
  int x = v; // L1
  int y = v;
  v = y + 1;
  int z = v; // L3
  assert(z == x + 1);
  leave(&kdata);
  return arg;
}

static void *count(void *arg) {
  enter(&kthis);
  int y = v;
  v = y + 1; // L2
  leave(&kthis);
  return arg;
}

int main(int argc, char **argv) {
  Threads threads = {0};
  int checkers = parameter(argc, argv, 1, A);
  int counters = parameter(argc, argv, 2, B);
  for (int i = 0; i < checkers; i++)
    spawn(&threads, check, 0);
  for (int i = 0; i < counters; i++)
    spawn(&threads, count, 0);
  joinAll(&threads);
  return 0;
}
