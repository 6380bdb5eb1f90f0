// BagEmpty(MOVES): an item moves from list to list of a concurrent bag MOVES
// times; as it is added to the one before it is taken from the other, the bag
// is never empty. Another thread asks whether it is.
// ERROR 1: one look through the lists: it comes to each list while the item is
// in the other. After an even number of moves it is back, so the mover has to
// be interrupted, too.
#ifndef REPORTS
#define REPORTS 8
#endif
#define BAG_ERROR (2 * ERROR)
#include "bag.h"

#ifndef MOVES
#define MOVES 4
#endif
#ifndef LOOKS
#define LOOKS 2
#endif

static void *mover(void *arg) {
  for (int i = 0; i < MOVES; i++) {
    add(i % 2, i);
    int item = takeFrom(1 - i % 2);
    assert(item != kNothing && "nobody else takes");
  }
  return report(arg);
}

static void *looker(void *arg) {
  for (int i = 0; i < LOOKS; i++)
    assert(!isEmpty() && "the bag is never empty");
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  add(1, 0);
  start(&threads, mover);
  start(&threads, looker);
  joinAll(&threads);
  return 0;
}
