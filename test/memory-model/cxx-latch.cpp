// A latch: counting down releases, waiting acquires. Threads that ask whether all
// have arrived by an own relaxed count get nothing with the answer.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DARRIVE=memory_order_release %s -o %t.right.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.right.bc
// RUN: %rbcc -std=c++20 -DARRIVE=memory_order_relaxed %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <latch>
#include <thread>
static std::latch latch(2);
static std::atomic<int> arrived;
static int values[2];
static void work(int index) {
  values[index] = 1;
#ifdef ARRIVE
  arrived.fetch_add(1, std::ARRIVE);
#else
  latch.count_down();
#endif
}
int main() {
  std::thread a(work, 0), b(work, 1);
#ifdef ARRIVE
  if (arrived.load(std::memory_order_acquire) == 2)
    assert(values[0] + values[1] == 2);
#else
  latch.wait();
  assert(values[0] + values[1] == 2);
#endif
  a.join();
  b.join();
}
