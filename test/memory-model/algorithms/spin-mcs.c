// The lock of Mellor-Crummey and Scott around a plain counter: a queue of waiting
// threads, each spins on its own node. The lock is handed on either through the
// successor's node or, if there is none, through the tail. If the successor links
// itself in relaxed, the store that ends its wait may come before the one that
// began it, and it waits for ever.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DTHREADS=3 -DROUNDS=1 %s -o %t.three.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.three.bc
// RUN: %rbcc -DHAND=memory_order_relaxed %s -o %t.hand.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.hand.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.hand.bc
// RUN: %rbcc -DLEAVE=memory_order_relaxed %s -o %t.leave.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.leave.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.leave.bc
// RUN: %rbcc -DJOIN=memory_order_release %s -o %t.join.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.join.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.join.bc
// RUN: %rbcc -DLINK=memory_order_relaxed %s -o %t.link.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.link.bc | FileCheck %s --check-prefix=LIVE
// RUN: %exits 0 rbcheck --memory-model=sc %t.link.bc
// CHECK: error: data race
// LIVE: error: livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef JOIN
#define JOIN memory_order_acq_rel
#endif
#ifndef LINK
#define LINK memory_order_release
#endif
#ifndef HAND
#define HAND memory_order_release
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif
struct node {
  struct node *_Atomic next;
  atomic_int waits;
};
static struct node *_Atomic tail;
static struct node nodes[THREADS];
static int count;
static void lock(struct node *me) {
  atomic_store_explicit(&me->next, 0, memory_order_relaxed);
  atomic_store_explicit(&me->waits, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, me, JOIN);
  if (!before)
    return;
  atomic_store_explicit(&before->next, me, LINK);
  while (atomic_load_explicit(&me->waits, memory_order_acquire))
    ;
}
static void unlock(struct node *me) {
  struct node *next = atomic_load_explicit(&me->next, memory_order_acquire);
  if (!next) {
    struct node *last = me;
    if (atomic_compare_exchange_strong_explicit(&tail, &last, 0, LEAVE,
                                                memory_order_relaxed))
      return;
    while (!(next = atomic_load_explicit(&me->next, memory_order_acquire)))
      ;
  }
  atomic_store_explicit(&next->waits, 0, HAND);
}
static void *work(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    lock(arg);
    count++;
    unlock(arg);
  }
  return 0;
}
int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, work, &nodes[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  assert(count == THREADS * ROUNDS);
  return 0;
}
