// std::atomic<std::shared_ptr>: what a published object holds is seen by who gets
// it. libstdc++ keeps a pointer beside a word with a lock bit. Its load gives the
// lock back relaxed, so its look at
// the pointer races with the next store: found under c11, by the word of the
// standard. Exchanges give it back with release. Below is the lock alone.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DUNLOCK=memory_order_release %s -o %t.release.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.release.bc
// RUN: %rbcc -std=c++20 -DUNLOCK=memory_order_relaxed %s -o %t.relaxed.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.relaxed.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.relaxed.bc
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#ifdef UNLOCK
static std::atomic<int> locked;
static int pointer;
static void lock() {
  while (locked.exchange(1, std::memory_order_acquire))
    ;
}
static int load() {
  lock();
  int seen = pointer;
  locked.fetch_sub(1, std::UNLOCK);
  return seen;
}
static void store(int value) {
  lock();
  pointer = value;
  locked.fetch_sub(1, std::memory_order_release);
}
int main() {
  std::thread other([] { store(1); });
  assert(load() <= 1);
  other.join();
}
#else
static std::atomic<std::shared_ptr<int>> current;
int main() {
  current.store(std::make_shared<int>(1));
  std::thread other([] {
    auto old = current.exchange(std::make_shared<int>(2));
    assert(*old == 1 || *old == 3);
  });
  auto old = current.exchange(std::make_shared<int>(3));
  assert(*old == 1 || *old == 2);
  other.join();
}
#endif
