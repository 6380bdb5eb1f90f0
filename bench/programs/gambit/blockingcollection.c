// BlockingCollection(ITEMS, CONSUMERS): a producer adds ITEMS items and ends
// adding; CONSUMERS take until the end. All items arrive.
// ERROR 1: the end wakes one consumer, though several wait: deadlock.
// ERROR 2: a consumer sees no item, then that adding has ended, and leaves
// behind what was added in between.
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
  return arg;
}

static void *consume(void *arg) {
  for (int item; (item = take(&collection)) != kEnd;)
    sum += item;
  return arg;
}

int main(void) {
  Threads threads = {0};
  spawn(&threads, produce, 0);
  for (int i = 0; i < CONSUMERS; i++)
    spawn(&threads, consume, 0);
  joinAll(&threads);
  assert(sum == ITEMS * (ITEMS + 1) / 2 && "every item arrives");
  return 0;
}
