// StealQueue(ITEMS, STEALS): the owner of a work-stealing deque pushes ITEMS
// items and takes what it finds; a thief tries STEALS times. Every item is
// taken once.
// ERROR 1: the owner looks for thieves before it announces what it takes.
// ERROR 2: the thief does so; it has to come while items are there, and to be
// interrupted itself.
#ifndef REPORTS
#define REPORTS 4
#endif
#define DEQUE_ERROR ERROR
#include "deque.h"

#ifndef ITEMS
#define ITEMS 4
#endif
#ifndef STEALS
#define STEALS 3
#endif

static Deque deque = DEQUE;
static Word taken[ITEMS];

static void take(int item) {
  int before = atomic_fetch_add(&taken[item], 1);
  assert(before == 0 && "taken once");
}

static void *own(void *arg) {
  int item;
  for (int i = 0; i < ITEMS; i++) {
    push(&deque, i);
    if (i % 2 && (item = pop(&deque)) != kNothing)
      take(item);
  }
  while ((item = pop(&deque)) != kNothing)
    take(item);
  return report(arg);
}

static void *thief(void *arg) {
  for (int i = 0; i < STEALS; i++) {
    int item = steal(&deque);
    if (item != kNothing)
      take(item);
  }
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  start(&threads, own);
  start(&threads, thief);
  joinAll(&threads);
  for (int i = 0; i < ITEMS; i++)
    assert(taken[i] == 1 && "nothing is lost");
  return 0;
}
