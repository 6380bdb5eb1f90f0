// Lamport's queue for one producer and one consumer, two slots, three items. Each
// side publishes its own index with release and reads the other's with acquire;
// relaxed at one place is a race on a slot.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DFILLED=memory_order_relaxed %s -o %t.filled.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.filled.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.filled.bc
// RUN: %rbcc -DEMPTIED=memory_order_relaxed %s -o %t.emptied.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.emptied.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.emptied.bc
// RUN: %rbcc -DREAD_TAIL=memory_order_relaxed %s -o %t.tail.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.tail.bc | FileCheck %s
// RUN: %rbcc -DREAD_HEAD=memory_order_relaxed %s -o %t.head.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.head.bc | FileCheck %s
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef FILLED
#define FILLED memory_order_release
#endif
#ifndef EMPTIED
#define EMPTIED memory_order_release
#endif
#ifndef READ_TAIL
#define READ_TAIL memory_order_acquire
#endif
#ifndef READ_HEAD
#define READ_HEAD memory_order_acquire
#endif
enum { SLOTS = 2, ITEMS = 3 };
static atomic_int head, tail; // the next to take, the next to fill
static int slots[SLOTS];
static void *producer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    int at = atomic_load_explicit(&tail, memory_order_relaxed);
    while (at - atomic_load_explicit(&head, READ_HEAD) == SLOTS)
      ;
    slots[at % SLOTS] = i + 1;
    atomic_store_explicit(&tail, at + 1, FILLED);
  }
  return arg;
}
static void *consumer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    int at = atomic_load_explicit(&head, memory_order_relaxed);
    while (atomic_load_explicit(&tail, READ_TAIL) == at)
      ;
    assert(slots[at % SLOTS] == i + 1);
    atomic_store_explicit(&head, at + 1, EMPTIED);
  }
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
