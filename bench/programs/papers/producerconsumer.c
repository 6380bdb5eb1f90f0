// ProducerConsumer(P, C, K): P producers put K items each into a ring of RING
// slots, C consumers take them out and add up what they took. VARIANT 1: put
// counts the item after it left the monitor. VARIANT 2: the monitor is right,
// but the total is not protected, and the first producer that is done lets the
// consumers stop, although others still produce.
// Error: a data race on `used` (1); the assertion on the total (2, and rarer 1;
// SHARED=_Atomic or without data races).
#include "papers.h"

#ifndef P
#define P 2
#endif
#ifndef C
#define C 5
#endif
#ifndef K
#define K 6
#endif
#ifndef RING
#define RING 5
#endif
#ifndef VARIANT
#define VARIANT 1
#endif
enum { kMostTaken = 10 }; // by one consumer

struct item {
  int payload;
};
static const struct item theItem = {1};

static const struct item *SHARED ring[RING];
static SHARED int putAt, getAt, used, halted, total;
static Lock b = LOCK;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void put(const struct item *item) {
  enter(&b);
  while (used == RING)
    pthread_cond_wait(&changed, &b);
  ring[putAt] = item;
  putAt = (putAt + 1) % RING;
  if (used == 0)
    pthread_cond_broadcast(&changed);
#if BUG && VARIANT == 1
  leave(&b);
#endif
  int before = used; // L1
  used = before + 1; // L3
#if !BUG || VARIANT != 1
  leave(&b);
#endif
}

/// How many producers must be done before consumers that find nothing stop.
static int isHalted(int producers) {
  return BUG ? halted > 0 : halted == producers;
}

/// Null if there is nothing, and nothing will come.
static const struct item *get(int producers) {
  enter(&b);
  while (used == 0 && !isHalted(producers))
    pthread_cond_wait(&changed, &b);
  if (used == 0) {
    leave(&b);
    return 0;
  }
  const struct item *item = ring[getAt];
  ring[getAt] = 0;
  getAt = (getAt + 1) % RING;
  if (used == RING)
    pthread_cond_broadcast(&changed);
  int before = used;
  used = before - 1; // L2
  leave(&b);
  return item;
}

static void *produce(void *items) {
  for (int i = 0; i < (int)(long)items; i++)
    put(&theItem);
  enter(&b);
  halted = halted + 1;
  pthread_cond_broadcast(&changed);
  leave(&b);
  return 0;
}

static void *consume(void *producers) {
  for (int i = 0; i < kMostTaken; i++) {
    const struct item *item = get((int)(long)producers);
    if (!item)
      break;
#if !BUG
    enter(&b);
#endif
    int before = total;
    total = before + item->payload;
#if !BUG
    leave(&b);
#endif
  }
  return 0;
}

int main(int argc, char **argv) {
  Threads producing = {0}, consuming = {0};
  long producers = parameter(argc, argv, 1, P);
  int consumers = parameter(argc, argv, 2, C);
  long items = parameter(argc, argv, 3, K);
  for (int i = 0; i < producers; i++)
    spawn(&producing, produce, (void *)items);
  for (int i = 0; i < consumers; i++)
    spawn(&consuming, consume, (void *)producers);
  joinAll(&consuming);
  assert(total == items * producers);
  return 0;
}
