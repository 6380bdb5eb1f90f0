// A ring for one producer and one consumer that keep what they last saw of the
// other's index and look again only when that says full or empty. A slot that has
// been used before is the place where a weak order shows.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DPUT=memory_order_relaxed %s -o %t.put.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.put.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.put.bc
// RUN: %rbcc -DTAKE=memory_order_relaxed %s -o %t.take.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.take.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.take.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef PUT
#define PUT memory_order_release
#endif
#ifndef TAKE
#define TAKE memory_order_release
#endif
enum { SLOTS = 2, ITEMS = 3 };
static struct {
  atomic_uint in, out;
  unsigned out_seen; // by the producer
  unsigned in_seen;  // by the consumer
  int slots[SLOTS];
} ring;
static int put(int value) {
  unsigned in = atomic_load_explicit(&ring.in, memory_order_relaxed);
  if (in - ring.out_seen == SLOTS) {
    ring.out_seen = atomic_load_explicit(&ring.out, memory_order_acquire);
    if (in - ring.out_seen == SLOTS)
      return 0;
  }
  ring.slots[in % SLOTS] = value;
  atomic_store_explicit(&ring.in, in + 1, PUT);
  return 1;
}
static int take(int *value) {
  unsigned out = atomic_load_explicit(&ring.out, memory_order_relaxed);
  if (ring.in_seen == out) {
    ring.in_seen = atomic_load_explicit(&ring.in, memory_order_acquire);
    if (ring.in_seen == out)
      return 0;
  }
  *value = ring.slots[out % SLOTS];
  atomic_store_explicit(&ring.out, out + 1, TAKE);
  return 1;
}
static void *producer(void *arg) {
  for (int i = 1; i <= ITEMS; i++)
    while (!put(i))
      ;
  return arg;
}
static void *consumer(void *arg) {
  for (int i = 1, value; i <= ITEMS; i++) {
    while (!take(&value))
      ;
    assert(value == i);
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
