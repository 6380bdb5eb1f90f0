// A work-stealing deque: its owner pushes and takes at the tail without a lock,
// thieves steal at the head, one at a time. Whoever takes first announces it
// (tail down, head up) and then looks whether the other has done the same; an
// owner that meets a thief at the last item asks again under the lock.
//
// DEQUE_ERROR 1: the owner looks at the head before it lowers the tail.
// DEQUE_ERROR 2: a thief looks at the tail before it raises the head.
#ifndef DEQUE_H
#define DEQUE_H

#include "gambit.h"

#ifndef DEQUE_ERROR
#define DEQUE_ERROR 0
#endif

enum { kRoom = 16, kNothing = -1 };

typedef struct {
  Lock thieves;
  Word head, tail;
  Word items[kRoom];
} Deque;
#define DEQUE                                                                  \
  {                                                                            \
    LOCK, 0, 0, { 0 }                                                          \
  }

static void push(Deque *deque, int item) {
  int end = deque->tail;
  assert(end < kRoom);
  deque->items[end] = item;
  deque->tail = end + 1;
}

/// The newest item. By the owner only.
static int pop(Deque *deque) {
  int last = deque->tail - 1;
#if DEQUE_ERROR == 1
  int isMine = deque->head <= last;
  deque->tail = last;
#else
  deque->tail = last;
  int isMine = deque->head <= last;
#endif
  if (isMine)
    return deque->items[last];
  deque->tail = last + 1;
  enter(&deque->thieves);
  deque->tail = last;
  isMine = deque->head <= last;
  if (!isMine)
    deque->tail = last + 1;
  leave(&deque->thieves);
  return isMine ? deque->items[last] : kNothing;
}

/// The oldest item. By anyone.
static int steal(Deque *deque) {
  int item = kNothing;
  enter(&deque->thieves);
  int first = deque->head;
#if DEQUE_ERROR == 2
  if (first < deque->tail) {
    deque->head = first + 1;
    item = deque->items[first];
  }
#else
  deque->head = first + 1;
  if (first < deque->tail)
    item = deque->items[first];
  else
    deque->head = first;
#endif
  leave(&deque->thieves);
  return item;
}

#endif // DEQUE_H
