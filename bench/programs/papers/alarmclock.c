// AlarmClock: a clock wakes clients that wait on alarm objects in a sorted list
// of two slots. VARIANT 1: clients search the list without a lock, while the
// clock removes from it; a slot that was counted may be null. VARIANT 2: each
// loop body is locked by itself, and insertion uses another lock: data races.
// Error: the assertion (1), a data race (2). Clients may wait for ever when
// they come too late: leave out deadlocks.
#include "papers.h"

#ifndef VARIANT
#define VARIANT 1
#endif
enum { kMax = 5, kInterval = 2, kSlots = 2 };

struct alarm {
  int time;
  pthread_mutex_t lock;
  pthread_cond_t rung;
};

static SHARED int now;
static SHARED int size;
static struct alarm *SHARED slot[kSlots];
static Lock mon = LOCK;
#if VARIANT == 2
static Lock kwl = LOCK, kother = LOCK;
#define LIST_ENTER(lock) enter(lock)
#define LIST_LEAVE(lock) leave(lock)
#else
#define LIST_ENTER(lock)
#define LIST_LEAVE(lock)
#endif

static struct alarm *getLock(int time) {
#if !BUG
  enter(&mon);
#endif
  struct alarm *found = 0;
  for (int i = 0; !found && i < size; i++) { // L1: reads size
    LIST_ENTER(&kwl);
    struct alarm *p = slot[i]; // L3
#if VARIANT == 1
    assert(p != 0);
    if (p->time == time)
      found = p;
#else
    if (p && p->time == time)
      found = p;
#endif
    LIST_LEAVE(&kwl);
  }
#if !BUG
  leave(&mon);
#endif
  return found;
}

/// Needs mon.
static void createLock(int time) {
  int at = 0;
  for (; at < size; at++) {
    LIST_ENTER(&kwl);
    int there = slot[at] ? slot[at]->time : 0;
    LIST_LEAVE(&kwl);
    if (there == time)
      return;
    if (there > time)
      break;
  }
  if (size == kSlots)
    return;
  struct alarm *made = malloc(sizeof *made);
  made->time = time;
  pthread_mutex_init(&made->lock, 0);
  pthread_cond_init(&made->rung, 0);
  LIST_ENTER(&kother);
  for (int i = size; i > at; i--)
    slot[i] = slot[i - 1];
  slot[at] = made;
  size = size + 1;
  LIST_LEAVE(&kother);
}

static void tick(void) {
  enter(&mon);
  now = now + 1;
  if (size != 0) {
    struct alarm *first = slot[0];
    if (first->time == now) {
      LIST_ENTER(&kwl);
      int last = size - 1;
      for (int i = 0; i < last; i++)
        slot[i] = slot[i + 1];
      slot[last] = 0; // L2
      size = last;
      LIST_LEAVE(&kwl);
      enter(&first->lock);
      pthread_cond_broadcast(&first->rung);
      leave(&first->lock);
    }
  }
  leave(&mon);
}

static void *clockBody(void *arg) {
  while (now < kMax)
    tick();
  return arg;
}

static void *client(void *arg) {
  enter(&mon);
  int time = now + kInterval;
  if (time > kMax) {
    leave(&mon);
    return arg;
  }
  createLock(time);
  leave(&mon);
  struct alarm *mine = getLock(time);
  if (!mine)
    return arg;
  enter(&mine->lock);
  if (getLock(time))
    pthread_cond_wait(&mine->rung, &mine->lock);
  leave(&mine->lock);
  return arg;
}

int main(void) {
  Threads threads = {0};
  spawn(&threads, clockBody, 0);
  spawn(&threads, client, (void *)1);
  spawn(&threads, client, (void *)2);
  joinAll(&threads);
  return 0;
}
