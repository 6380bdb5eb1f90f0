// Reorder(S, C): S setters write two variables one after the other, C checkers
// may read between. As in TwoStage, one setter that is done closes the window.
// Error: the assertion. Use SHARED=_Atomic, or leave out data races.
#include "papers.h"

#ifndef S
#define S 2
#endif
#ifndef C
#define C 1
#endif

static SHARED int a, b;
#if !BUG
static Lock both = LOCK;
#endif

static void *set(void *arg) {
#if !BUG
  enter(&both);
#endif
  a = 1; // L1
  b = -1;
#if !BUG
  leave(&both);
#endif
  return arg;
}

static void *check(void *arg) {
#if !BUG
  enter(&both);
#endif
  int isRight = (a == 0 && b == 0) || (a == 1 &&
                                       b == -1); // L2
#if !BUG
  leave(&both);
#endif
  assert(isRight);
  return arg;
}

int main(int argc, char **argv) {
  Threads threads = {0};
  int setters = parameter(argc, argv, 1, S);
  int checkers = parameter(argc, argv, 2, C);
  for (int i = 0; i < setters; i++)
    spawn(&threads, set, 0);
  for (int i = 0; i < checkers; i++)
    spawn(&threads, check, 0);
  joinAll(&threads);
  return 0;
}
