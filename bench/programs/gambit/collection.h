// A blocking collection of at most ROOM items: adding waits for room, taking
// for an item or for the end of adding.
//
// COLLECTION_ERROR 1: the end of adding wakes one of those who wait.
// COLLECTION_ERROR 2: a quick look without the lock asks first whether there is
// an item and then whether adding has ended.
#ifndef COLLECTION_H
#define COLLECTION_H

#include "gambit.h"

#ifndef COLLECTION_ERROR
#define COLLECTION_ERROR 0
#endif
#ifndef ROOM
#define ROOM 2
#endif

enum { kEnd = -1 };

typedef struct {
  Lock lock;
  Condition filled, freed;
  Word count, isComplete;
  int first;
  int items[ROOM];
} Collection;
#define COLLECTION                                                             \
  {                                                                            \
    LOCK, CONDITION, CONDITION, 0, 0, 0, { 0 }                                 \
  }

static void add(Collection *all, int item) {
  enter(&all->lock);
  while (all->count == ROOM)
    pthread_cond_wait(&all->freed, &all->lock);
  all->items[(all->first + all->count) % ROOM] = item;
  all->count++;
  pthread_cond_signal(&all->filled);
  leave(&all->lock);
}

static void completeAdding(Collection *all) {
  enter(&all->lock);
  all->isComplete = 1;
#if COLLECTION_ERROR == 1
  pthread_cond_signal(&all->filled);
#else
  pthread_cond_broadcast(&all->filled);
#endif
  leave(&all->lock);
}

/// The oldest item, or kEnd when there will be none.
static int take(Collection *all) {
#if COLLECTION_ERROR == 2
  if (all->count == 0 && all->isComplete)
    return kEnd;
#else
  if (all->isComplete && all->count == 0)
    return kEnd;
#endif
  int item = kEnd;
  enter(&all->lock);
  while (all->count == 0 && !all->isComplete)
    pthread_cond_wait(&all->filled, &all->lock);
  if (all->count > 0) {
    item = all->items[all->first];
    all->first = (all->first + 1) % ROOM;
    all->count--;
    pthread_cond_signal(&all->freed);
  }
  leave(&all->lock);
  return item;
}

#endif // COLLECTION_H
