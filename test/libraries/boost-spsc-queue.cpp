// Boost's queue for one producer and one consumer.
// RUN: %rbcc -O0 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -O1 %s -o %t.1.bc
// RUN: %exits 0 rbcheck %t.1.bc
// RUN: %rbcc -DPRODUCERS=2 -O0 %s -o %t.2.bc
// RUN: %exits 1 rbcheck %t.2.bc | FileCheck %s
// CHECK: error: data race on `queue.{{.+}}`
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

#ifndef PRODUCERS
#define PRODUCERS 1
#endif

static boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;

static void produce() {
  for (int i = 1; i <= 2; i++)
    while (!queue.push(i)) {
    }
}

int main() {
  std::thread threads[PRODUCERS];
  for (std::thread &thread : threads)
    thread = std::thread(produce);
  int sum = 0, value;
  for (int i = 0; i < 2 * PRODUCERS; i++) {
    while (!queue.pop(value)) {
    }
    sum += value;
  }
  for (std::thread &thread : threads)
    thread.join();
  assert(sum == 3 * PRODUCERS);
}
