// A concurrent bag: every thread has a list of its own, from whose end it
// takes; when that is empty, it takes from the front of the others. A look
// through all lists counts only if nothing was added meanwhile.
//
// BAG_ERROR 1: a thread that sees two items or more in its own list takes the
// last one without the lock: nobody but another thread's second take comes
// near it.
// BAG_ERROR 2: one look through the lists is enough to call the bag empty.
#ifndef BAG_H
#define BAG_H

#include "gambit.h"

#ifndef BAG_ERROR
#define BAG_ERROR 0
#endif

enum { kLists = 2, kRoom = 8, kNothing = -1 };

typedef struct {
  Lock lock;
  Word first, end;
  Word items[kRoom];
} List;
#define LIST                                                                   \
  {                                                                            \
    LOCK, 0, 0, { 0 }                                                          \
  }

static List lists[kLists] = {LIST, LIST};
static Word added;

static void add(int self, int item) {
  List *list = &lists[self];
  enter(&list->lock);
  assert(list->end < kRoom);
  list->items[list->end] = item;
  list->end++;
  leave(&list->lock);
  added++;
}

static inline int takeOwn(int self) {
  List *list = &lists[self];
#if BAG_ERROR == 1
  if (list->end - list->first >= 2)
    return list->items[--list->end];
#endif
  int item = kNothing;
  enter(&list->lock);
  if (list->first < list->end)
    item = list->items[--list->end];
  leave(&list->lock);
  return item;
}

static inline int takeFrom(int other) {
  List *list = &lists[other];
  int item = kNothing;
  enter(&list->lock);
  if (list->first < list->end)
    item = list->items[list->first++];
  leave(&list->lock);
  return item;
}

static inline int isEmpty(void) {
#if BAG_ERROR == 2
  for (int i = 0; i < kLists; i++)
    if (lists[i].first < lists[i].end)
      return 0;
#else
  int before;
  do {
    before = added;
    for (int i = 0; i < kLists; i++)
      if (lists[i].first < lists[i].end)
        return 0;
  } while (added != before);
#endif
  return 1;
}

#endif // BAG_H
