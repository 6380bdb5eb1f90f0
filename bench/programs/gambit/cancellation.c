// Cancellation(ITEMS): a consumer takes items until its token is cancelled; a
// producer adds ITEMS, and a third thread cancels at any time.
// ERROR 1: cancelling does not take the lock that the consumer holds between
// its look at the token and its sleep, so that the wake-up may come too early.
#ifndef REPORTS
#define REPORTS 4
#endif
#include "gambit.h"

#ifndef ITEMS
#define ITEMS 2
#endif

static Lock lock = LOCK;
static Condition changed = CONDITION;
static Word isCancelled;
static int count, taken;

static void add(void) {
  enter(&lock);
  count++;
  pthread_cond_signal(&changed);
  leave(&lock);
}

/// Whether there was an item before the token was cancelled.
static int take(void) {
  enter(&lock);
  while (count == 0 && !isCancelled)
    pthread_cond_wait(&changed, &lock);
  int isItem = count > 0;
  if (isItem)
    count--;
  leave(&lock);
  return isItem;
}

static void *consume(void *arg) {
  while (take())
    taken++;
  return report(arg);
}

static void *produce(void *arg) {
  for (int i = 0; i < ITEMS; i++)
    add();
  return report(arg);
}

static void *cancel(void *arg) {
#if ERROR == 1
  isCancelled = 1;
  pthread_cond_broadcast(&changed);
#else
  enter(&lock);
  isCancelled = 1;
  pthread_cond_broadcast(&changed);
  leave(&lock);
#endif
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  start(&threads, consume);
  start(&threads, produce);
  start(&threads, cancel);
  joinAll(&threads);
  assert(taken + count == ITEMS && "no item is lost");
  return 0;
}
