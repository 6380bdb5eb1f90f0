// CancelSource(CALLBACKS): two threads register CALLBACKS callbacks each with a
// source that a third one cancels. Each callback runs once: at once if the
// source is cancelled already, else by the one who cancels, and who of the two
// is the first decides if both see it.
// ERROR 1: no second look at the source after the callback is in the list.
// ERROR 2: who is the first is asked and said in two steps.
#ifndef REPORTS
#define REPORTS 3
#endif
#include "gambit.h"

#ifndef CALLBACKS
#define CALLBACKS 2
#endif
enum { kRegistrars = 2, kAll = kRegistrars * CALLBACKS };

static Word isCancelled;
static Word isListed[kAll], isClaimed[kAll], runs[kAll];

static void invoke(int callback) {
#if ERROR == 2
  if (isClaimed[callback])
    return;
  isClaimed[callback] = 1;
#else
  if (atomic_exchange(&isClaimed[callback], 1))
    return;
#endif
  runs[callback]++;
}

static void enlist(int callback) {
  if (isCancelled) {
    invoke(callback);
    return;
  }
  isListed[callback] = 1;
#if ERROR != 1
  if (isCancelled)
    invoke(callback);
#endif
}

static void *registrar(void *arg) {
  int first = NUMBER(arg) * CALLBACKS;
  for (int i = 0; i < CALLBACKS; i++)
    enlist(first + i);
  return report(arg);
}

static void *cancel(void *arg) {
  isCancelled = 1;
  for (int i = 0; i < kAll; i++)
    if (isListed[i])
      invoke(i);
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  for (int i = 0; i < kRegistrars; i++)
    start(&threads, registrar);
  start(&threads, cancel);
  joinAll(&threads);
  for (int i = 0; i < kAll; i++)
    assert(runs[i] == 1 && "every callback runs once");
  return 0;
}
