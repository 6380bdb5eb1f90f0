// call_once and the guard of a local static order the initialisation before every
// use; a look at an own relaxed flag beside does not.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DSTATIC %s -o %t.static.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.static.bc
// RUN: %rbcc -std=c++20 -DBESIDE=memory_order_acquire %s -o %t.right.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.right.bc
// RUN: %rbcc -std=c++20 -DBESIDE=memory_order_relaxed %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
static std::once_flag once;
static std::atomic<bool> done;
static int value;
static int first() { return ++value; }
static int get() {
#ifdef STATIC
  static int made = first();
  return made;
#else
#ifdef BESIDE
  if (done.load(std::BESIDE))
    return value;
#endif
  std::call_once(once, [] {
    first();
    done.store(true, std::memory_order_release);
  });
  return value;
#endif
}
int main() {
  std::thread other([] { assert(get() == 1); });
  assert(get() == 1);
  other.join();
}
