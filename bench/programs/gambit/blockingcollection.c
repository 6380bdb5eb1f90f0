// BlockingCollection(ITEMS, CONSUMERS): a producer adds ITEMS items and ends
// adding; CONSUMERS take until the end. All items arrive.
// ERROR 1: the end wakes one consumer, though several wait: deadlock.
// ERROR 2: a consumer sees no item, then that adding has ended, and leaves
// behind what was added in between.
#ifndef REPORTS
#define REPORTS 3
#endif
#define COLLECTION_ERROR ERROR
#include "collection.h"

#ifndef ITEMS
#define ITEMS 3
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif

static Collection collection = COLLECTION;
static Word sum;

static void *produce(void *arg) {
  for (int i = 1; i <= ITEMS; i++)
    add(&collection, i);
  completeAdding(&collection);
  return report(arg);
}

static void *consume(void *arg) {
  for (int item; (item = take(&collection)) != kEnd;)
    sum += item;
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  start(&threads, produce);
  for (int i = 0; i < CONSUMERS; i++)
    start(&threads, consume);
  joinAll(&threads);
  assert(sum == ITEMS * (ITEMS + 1) / 2 && "every item arrives");
  return 0;
}
