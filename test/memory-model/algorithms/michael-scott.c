// The queue of Michael and Scott: two threads enqueue a value each and dequeue one,
// or (SPLIT) one enqueues two and the other tries to dequeue two.
// What links a node in releases it, what follows a link acquires it; a relaxed link
// is a race on the node's value. Nodes are not used again.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DSPLIT %s -o %t.split.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.split.bc
// RUN: %rbcc -DLINK=memory_order_relaxed %s -o %t.link.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.link.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.link.bc
// RUN: %rbcc -DSPLIT -DFOLLOW=memory_order_relaxed %s -o %t.follow.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.follow.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.follow.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef LINK
#define LINK memory_order_release
#endif
#ifndef FOLLOW
#define FOLLOW memory_order_acquire
#endif
struct node {
  int value;
  struct node *_Atomic next;
};
static struct node nodes[3]; // the last is the first dummy
static struct node *_Atomic head = &nodes[2], *_Atomic tail = &nodes[2];
static int got[2];
static int swing(struct node *_Atomic *at, struct node *from, struct node *to,
                 memory_order order) {
  return atomic_compare_exchange_strong_explicit(at, &from, to, order,
                                                 memory_order_relaxed);
}
static void enqueue(struct node *node) {
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (last != atomic_load_explicit(&tail, memory_order_acquire))
      continue;
    if (next) {
      swing(&tail, last, next, memory_order_release);
    } else if (swing(&last->next, 0, node, LINK)) {
      swing(&tail, last, node, memory_order_release);
      return;
    }
  }
}
static int dequeue(void) {
  for (;;) {
    struct node *first = atomic_load_explicit(&head, memory_order_acquire);
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&first->next, FOLLOW);
    if (first != atomic_load_explicit(&head, memory_order_acquire))
      continue;
    if (!next)
      return 0;
    if (first == last) {
      swing(&tail, last, next, memory_order_release);
      continue;
    }
    int value = next->value;
    if (swing(&head, first, next, memory_order_release))
      return value;
  }
}
#ifdef SPLIT
static void *work(void *arg) {
  if (arg)
    for (int i = 0; i < 2; i++)
      got[i] = dequeue();
  else
    for (int i = 0; i < 2; i++) {
      nodes[i].value = i + 1;
      enqueue(&nodes[i]);
    }
  return 0;
}
#else
static void *work(void *arg) {
  int me = (int)(long)arg;
  nodes[me].value = me + 1;
  enqueue(&nodes[me]);
  got[me] = dequeue();
  return 0;
}
#endif
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)0);
  pthread_create(&b, 0, work, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef SPLIT
  assert(got[0] == 0 ? got[1] <= 1 : got[0] == 1 && got[1] % 2 == 0);
#else
  assert(got[0] + got[1] == 3);
#endif
  return 0;
}
