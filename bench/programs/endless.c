// A program whose paths need not end and whose states are without number: a clock
// counts for ever. The error needs nothing of it: two threads take a ticket each, and
// with the wrong order both have the same. FIXED=1 takes it in one operation.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef FIXED
#define FIXED 0
#endif

static _Atomic unsigned long ticks;
static _Atomic int next, first = -1;

static void *count(void *arg) {
  for (;;)
    ++ticks;
  return arg;
}

static void *take(void *arg) {
  int mine;
  if (FIXED) {
    mine = atomic_fetch_add(&next, 1);
  } else {
    mine = next;
    next = mine + 1;
  }
  int none = -1;
  if (!atomic_compare_exchange_strong(&first, &none, mine))
    assert(none != mine);
  return arg;
}

int main(void) {
  pthread_t clock, a, b;
  pthread_create(&clock, 0, count, 0);
  pthread_create(&a, 0, take, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
