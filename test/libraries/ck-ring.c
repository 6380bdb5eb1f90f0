// Concurrency Kit's ring: one producer, one consumer; two producers break it.
// RUN: %rbcc -O0 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -O1 %s -o %t.1.bc
// RUN: %exits 0 rbcheck %t.1.bc
// RUN: %rbcc -DPRODUCERS=2 -O0 %s -o %t.2.bc
// RUN: %exits 1 rbcheck %t.2.bc | FileCheck %s
// CHECK: error:
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

#ifndef PRODUCERS
#define PRODUCERS 1
#endif
enum { kItems = 3 };

static ck_ring_t ring;
static ck_ring_buffer_t buffer[8];
static int values[kItems] = {1, 2, 3};

static void *produce(void *arg) {
  for (int i = 0; i < kItems; i++)
    while (!ck_ring_enqueue_spsc(&ring, buffer, &values[i])) {
    }
  return arg;
}

int main(void) {
  pthread_t threads[PRODUCERS];
  int sum = 0;
  ck_ring_init(&ring, 8);
  for (int i = 0; i < PRODUCERS; i++)
    pthread_create(&threads[i], 0, produce, 0);
  void *item;
  if (PRODUCERS == 1) // at the same time
    for (int i = 0; i < kItems - 1; i++) {
      while (!ck_ring_dequeue_spsc(&ring, buffer, &item)) {
      }
      sum += *(int *)item;
    }
  for (int i = 0; i < PRODUCERS; i++)
    pthread_join(threads[i], 0);
  while (ck_ring_dequeue_spsc(&ring, buffer, &item))
    sum += *(int *)item;
  assert(sum == 6 * PRODUCERS);
}
