// Bag(ITEMS): two threads put ITEMS items each into a concurrent bag and take
// until they find nothing, from their own list first. Every item is taken once.
// ERROR 1: see bag.h; another thread takes twice between the look at the number
// of items and the take.
#define BAG_ERROR ERROR
#include "bag.h"

#ifndef ITEMS
#define ITEMS 2
#endif

static Word taken[kLists * ITEMS];

static void *use(void *arg) {
  int self = NUMBER(arg), item;
  for (int i = 0; i < ITEMS; i++)
    add(self, self * ITEMS + i);
  while ((item = takeOwn(self)) != kNothing ||
         (item = takeFrom(1 - self)) != kNothing) {
    int before = atomic_fetch_add(&taken[item], 1);
    assert(before == 0 && "taken once");
  }
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  for (int i = 0; i < kLists; i++)
    start(&threads, use);
  joinAll(&threads);
  assert(isEmpty() && "nothing is left");
  return 0;
}
