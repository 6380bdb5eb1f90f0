// Treiber's stack: two threads push a node each and pop one. A push releases, a
// pop acquires before it looks into the node, also where its exchange failed and
// gave it another one. Where it succeeds it may be relaxed: as a read-modify-write it
// hands on what earlier pushes released.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DPUSH=memory_order_relaxed %s -o %t.push.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.push.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.push.bc
// RUN: %rbcc -DPOP=memory_order_relaxed %s -o %t.pop.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.pop.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.pop.bc
// RUN: %rbcc -DAGAIN=memory_order_relaxed %s -o %t.again.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.again.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.again.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef POP
#define POP memory_order_acquire
#endif
#ifndef AGAIN
#define AGAIN memory_order_acquire
#endif
struct node {
  int value;
  struct node *next;
};
static struct node nodes[2];
static struct node *_Atomic top;
static int popped[2];
static void push(struct node *node) {
  struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
  do
    node->next = old;
  while (!atomic_compare_exchange_strong_explicit(&top, &old, node, PUSH,
                                                  memory_order_relaxed));
}
static struct node *pop(void) {
  struct node *old = atomic_load_explicit(&top, POP);
  while (old && !atomic_compare_exchange_strong_explicit(
                    &top, &old, old->next, memory_order_relaxed, AGAIN))
    ;
  return old;
}
static void *work(void *arg) {
  int me = (int)(long)arg;
  nodes[me].value = me + 1;
  push(&nodes[me]);
  struct node *node = pop();
  assert(node);
  popped[me] = node->value;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)0);
  pthread_create(&b, 0, work, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(popped[0] + popped[1] == 3);
  return 0;
}
