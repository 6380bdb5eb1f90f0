// TwoStage(T, R): T updaters change two variables in two critical sections; R
// readers may see the first change without the second. The window closes for
// good once any updater is done: more updaters, rarer error.
// Error: the assertion. Use SHARED=_Atomic, or leave out data races.
#include "papers.h"

#ifndef T
#define T 2
#endif
#ifndef R
#define R 1
#endif

static SHARED int d1;
static GUARDED int d2;
static Lock k1 = LOCK, k2 = LOCK;

static void *update(void *arg) {
  enter(&k1);
  d1 = 1; // L1
#if BUG
  leave(&k1);
#endif
  enter(&k2);
  int seen = d1;
  d2 = seen + 1;
  leave(&k2);
#if !BUG
  leave(&k1);
#endif
  return arg;
}

static void *look(void *arg) {
  enter(&k1);
  if (d1 == 0) {
    leave(&k1);
    return arg;
  }
  int t1 = d1;
#if BUG
  leave(&k1);
#endif
  enter(&k2);
  int t2 = d2; // L2
  leave(&k2);
#if !BUG
  leave(&k1);
#endif
  assert(t2 == t1 + 1);
  return arg;
}

int main(int argc, char **argv) {
  Threads threads = {0};
  int updaters = parameter(argc, argv, 1, T);
  int readers = parameter(argc, argv, 2, R);
  for (int i = 0; i < updaters; i++)
    spawn(&threads, update, 0);
  for (int i = 0; i < readers; i++)
    spawn(&threads, look, 0);
  joinAll(&threads);
  return 0;
}
