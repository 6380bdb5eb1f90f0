// ResetEvent(ROUNDS): two threads take turns by means of two events, each of
// which is set by one and awaited and reset by the other. Setting takes the
// lock only if somebody waits.
// ERROR 1: setting asks whether somebody waits before it sets; one who begins
// to wait in between is not woken: deadlock.
#ifndef REPORTS
#define REPORTS 6
#endif
#include "gambit.h"

#ifndef ROUNDS
#define ROUNDS 2
#endif

typedef struct {
  Lock lock;
  Condition changed;
  Word isSet, waiting;
} Event;
#define EVENT                                                                  \
  { LOCK, CONDITION, 0, 0 }

static Event ping = EVENT, pong = EVENT;
static int value;

static void set(Event *event) {
#if ERROR == 1
  int isAwaited = event->waiting > 0;
  event->isSet = 1;
#else
  event->isSet = 1;
  int isAwaited = event->waiting > 0;
#endif
  if (isAwaited) {
    enter(&event->lock);
    pthread_cond_broadcast(&event->changed);
    leave(&event->lock);
  }
}

static void await(Event *event) {
  if (event->isSet)
    return;
  event->waiting++;
  enter(&event->lock);
  while (!event->isSet)
    pthread_cond_wait(&event->changed, &event->lock);
  leave(&event->lock);
  event->waiting--;
}

static void reset(Event *event) { event->isSet = 0; }

static void *second(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    await(&ping);
    reset(&ping);
    assert(value == 2 * i + 1 && "the first one's turn");
    value++;
    set(&pong);
  }
  return report(arg);
}

static void *first(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    value++;
    set(&ping);
    await(&pong);
    reset(&pong);
    assert(value == 2 * i + 2 && "the second one's turn");
  }
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  start(&threads, second);
  start(&threads, first);
  joinAll(&threads);
  return 0;
}
