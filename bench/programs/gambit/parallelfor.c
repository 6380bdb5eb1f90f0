// ParallelFor(ITERATIONS, WORKERS): workers share the iterations of a loop.
// Some of them ask to break: then what comes before the lowest of these has to
// run, and what comes behind need not. The last worker to leave completes the
// loop.
// ERROR 1: lowering the lowest break is a look and a store. Two iterations that
// break have to be under way, and the higher one has to be interrupted.
// ERROR 2: a worker counts itself out and asks in a second step whether it was
// the last: two complete the loop.
#include "gambit.h"

#ifndef ITERATIONS
#define ITERATIONS 8
#endif
#ifndef WORKERS
#define WORKERS 3
#endif
enum { kFirstBreak = 4, kSecondBreak = 5 };

static Word next, lowest = ITERATIONS, active = WORKERS;
static Word runs[ITERATIONS], completions;

static void breakAt(int i) {
#if ERROR == 1
  if (i < lowest)
    lowest = i;
#else
  int before = lowest;
  while (i < before && !atomic_compare_exchange_strong(&lowest, &before, i))
    ;
#endif
}

static void *worker(void *arg) {
  for (int i; (i = atomic_fetch_add(&next, 1)) < ITERATIONS && i <= lowest;) {
    runs[i]++;
    if (i == kFirstBreak || i == kSecondBreak)
      breakAt(i);
  }
#if ERROR == 2
  active--;
  int isLast = active == 0;
#else
  int isLast = atomic_fetch_sub(&active, 1) == 1;
#endif
  if (isLast) {
    int before = atomic_fetch_add(&completions, 1);
    assert(before == 0 && "completed once");
  }
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  for (int i = 0; i < WORKERS; i++)
    start(&threads, worker);
  joinAll(&threads);
  assert(lowest == kFirstBreak && "the lowest break counts");
  for (int i = 0; i <= kFirstBreak; i++)
    assert(runs[i] == 1 && "what comes before the break has run");
  return 0;
}
