// atomic wait and notify: the wait returns by a load with the order it was given.
// Acquire gets what the store released, relaxed does not. A fence behind it would.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DSTORE=memory_order_relaxed %s -o %t.store.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.store.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.store.bc
// RUN: %rbcc -std=c++20 -DFLAG %s -o %t.flag.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.flag.bc
// RUN: %rbcc -std=c++20 -DFLAG -DSTORE=memory_order_relaxed %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <thread>
#ifndef STORE
#define STORE memory_order_release
#endif
#ifdef FLAG
static std::atomic_flag stage;
#else
static std::atomic<int> stage;
#endif
static int value;
int main() {
  std::thread other([] {
    value = 3;
#ifdef FLAG
    stage.test_and_set(std::STORE);
#else
    stage.store(1, std::STORE);
#endif
    stage.notify_one();
  });
  stage.wait(0, std::memory_order_acquire);
  assert(value == 3);
  other.join();
}
