// atomic_ref: operations on a plain object, ordered as those of an atomic one; plain
// accesses to it have to be ordered otherwise.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DSET=memory_order_relaxed %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// RUN: %rbcc -std=c++20 -DPLAIN %s -o %t.plain.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.plain.bc | FileCheck %s
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <thread>
#ifndef SET
#define SET memory_order_release
#endif
static int value, flag;
int main() {
  flag = 0;
  std::thread other([] {
    value = 4;
    std::atomic_ref(flag).store(1, std::SET);
  });
#ifdef PLAIN
  int seen = flag;
#else
  int seen = std::atomic_ref(flag).load(std::memory_order_acquire);
#endif
  if (seen)
    assert(value == 4);
  other.join();
  assert(flag == 1);
}
