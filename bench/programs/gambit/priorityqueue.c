// PriorityQueue(INSERTS, TAKES): a heap with two keys to begin with; one thread
// inserts INSERTS keys, another takes TAKES, which are always there. To find
// out whether a key is worth taking needs no lock: it is taken if nothing has
// changed since. Who loses twice takes the least under the lock. No key is lost
// or taken twice.
// ERROR 1: taking looks under the lock, and removes under the lock, but lets go
// in between.
// ERROR 2: who loses twice reports that the queue is empty.
#ifndef REPORTS
#define REPORTS 6
#endif
#include "gambit.h"

#ifndef INSERTS
#define INSERTS 2
#endif
#ifndef TAKES
#define TAKES 2
#endif
enum { kKeys = 2 + INSERTS, kTries = 2, kEmpty = -1 };

static Lock lock = LOCK;
static Word version, least = kEmpty;
static int heap[kKeys], count;
static int seen[kKeys];

static void swap(int *a, int *b) {
  int old = *a;
  *a = *b;
  *b = old;
}

static void changed(void) {
  least = count ? heap[0] : kEmpty;
  version++;
}

static void insert(int key) {
  enter(&lock);
  int at = count++;
  heap[at] = key;
  for (; at && heap[at] < heap[(at - 1) / 2]; at = (at - 1) / 2)
    swap(&heap[at], &heap[(at - 1) / 2]);
  changed();
  leave(&lock);
}

/// Removes and returns the least key; the lock is held.
static int removeLeast(void) {
  int key = heap[0];
  heap[0] = heap[--count];
  for (int at = 0, child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && heap[child + 1] < heap[child])
      child++;
    if (heap[at] <= heap[child])
      break;
    swap(&heap[at], &heap[child]);
  }
  changed();
  return key;
}

static int take(void) {
#if ERROR == 1
  enter(&lock);
  int key = count ? heap[0] : kEmpty;
  leave(&lock);
  if (key == kEmpty)
    return kEmpty;
  enter(&lock);
  removeLeast();
  leave(&lock);
  return key;
#else
  for (int i = 0; i < kTries; i++) {
    int before = version;
    if (least == kEmpty)
      return kEmpty;
    enter(&lock);
    int key = version == before ? removeLeast() : kEmpty;
    leave(&lock);
    if (key != kEmpty)
      return key;
  }
#if ERROR == 2
  return kEmpty;
#else
  enter(&lock);
  int key = count ? removeLeast() : kEmpty;
  leave(&lock);
  return key;
#endif
#endif
}

static void *taker(void *arg) {
  for (int i = 0; i < TAKES; i++) {
    int key = take();
    assert(key != kEmpty && "there are enough keys");
    seen[key]++;
  }
  return report(arg);
}

static void *inserter(void *arg) {
  for (int i = 0; i < INSERTS; i++)
    insert(INSERTS - 1 - i);
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  insert(INSERTS + 1);
  insert(INSERTS);
  start(&threads, taker);
  start(&threads, inserter);
  joinAll(&threads);
  while (count)
    seen[removeLeast()]++;
  for (int i = 0; i < kKeys; i++)
    assert(seen[i] == 1 && "every key comes out once");
  return 0;
}
