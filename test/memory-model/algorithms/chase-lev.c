// The work-stealing deque of Chase and Lev with the C11 orders that Le, Pop, Cohen
// and Zappa Nardelli published in 2013. The owner pushes and takes at the bottom,
// thieves steal at the top; no item is got twice or lost, and what was written
// before its push is seen. Take and steal each need their seq_cst fence: without
// one of them an item is got twice.
// As published, growing stores the new array relaxed, and a thief that read an
// older bottom may find nothing in it: the known error. Release is right.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DTAKE=memory_order_acq_rel %s -o %t.take.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.take.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.take.bc
// RUN: %rbcc -DSTEAL=memory_order_acq_rel %s -o %t.steal.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.steal.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.steal.bc
// RUN: %rbcc -DPUSH=memory_order_acquire %s -o %t.push.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.push.bc | FileCheck %s --check-prefix=RACE
// RUN: %exits 0 rbcheck --memory-model=sc %t.push.bc
// RUN: %rbcc -DSMALL=1 -DARRAY=memory_order_release %s -o %t.grow.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.grow.bc
// RUN: %rbcc -DSMALL=1 %s -o %t.published.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.published.bc | FileCheck %s --check-prefix=GROW
// RUN: %exits 0 rbcheck --memory-model=sc %t.published.bc
// RACE: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef THIEVES
#define THIEVES 1
#endif
#ifndef STEALS
#define STEALS 2 // tries of each thief
#endif
#ifndef SMALL
#define SMALL 2 // slots of the first array
#endif
#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef TAKE
#define TAKE memory_order_seq_cst
#endif
#ifndef STEAL
#define STEAL memory_order_seq_cst
#endif
#ifndef ARRAY
#define ARRAY memory_order_relaxed
#endif
enum { ITEMS = 2, NOTHING = -1 };
struct array {
  int size;
  atomic_int slots[2 * SMALL];
};
static struct array small = {.size = SMALL}, large = {.size = 2 * SMALL};
static atomic_int top, bottom;
static struct array *_Atomic array = &small;
static int written[ITEMS + 1]; // by the owner, before an item is pushed
static int got[THIEVES][STEALS];

static struct array *grow(struct array *old, int from, int to) {
  for (int i = from; i < to; i++) {
    int item = atomic_load_explicit(&old->slots[i % old->size], memory_order_relaxed);
    atomic_store_explicit(&large.slots[i % large.size], item, memory_order_relaxed);
  }
  atomic_store_explicit(&array, &large, ARRAY);
  return &large;
}
static void push(int item) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  int t = atomic_load_explicit(&top, memory_order_acquire);
  struct array *a = atomic_load_explicit(&array, memory_order_relaxed);
  if (b - t > a->size - 1)
    a = grow(a, t, b);
  atomic_store_explicit(&a->slots[b % a->size], item, memory_order_relaxed);
  atomic_thread_fence(PUSH);
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}
static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  struct array *a = atomic_load_explicit(&array, memory_order_relaxed);
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  atomic_thread_fence(TAKE);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t > b) {
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return NOTHING;
  }
  int item = atomic_load_explicit(&a->slots[b % a->size], memory_order_relaxed);
  if (t == b) {
    if (!atomic_compare_exchange_strong_explicit(
            &top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
      item = NOTHING;
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  }
  return item;
}
static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(STEAL);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b)
    return NOTHING;
  struct array *a = atomic_load_explicit(&array, memory_order_acquire);
  int item = atomic_load_explicit(&a->slots[t % a->size], memory_order_relaxed);
  if (!atomic_compare_exchange_strong_explicit(
          &top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
    return NOTHING;
  return item;
}

static void *thief(void *arg) {
  int *mine = arg;
  for (int i = 0; i < STEALS; i++) {
    int item = steal();
    if (item == NOTHING)
      continue;
    assert(item); // GROW: chase-lev.c:[[#@LINE]]:{{.*}} error: assertion failed
    assert(written[item] == item);
    mine[i] = item;
  }
  return 0;
}
int main(void) {
  pthread_t threads[THIEVES];
  int times[ITEMS + 1] = {0};
  for (int i = 0; i < THIEVES; i++)
    pthread_create(&threads[i], 0, thief, got[i]);
  for (int i = 1; i <= ITEMS; i++) {
    written[i] = i;
    push(i);
  }
  for (int i = 1, item; i <= ITEMS; i++)
    if ((item = take()) != NOTHING)
      times[item]++;
  for (int i = 0; i < THIEVES; i++) {
    pthread_join(threads[i], 0);
    for (int j = 0; j < STEALS; j++)
      times[got[i][j]]++;
  }
  for (int i = 1; i <= ITEMS; i++)
    assert(times[i] == 1); // CHECK: chase-lev.c:[[#@LINE]]:{{.*}} error: assertion failed
  return 0;
}
