// Mutex and condition variable: what was written under the lock is seen by who was
// woken. A relaxed flag that is read without the lock hands over nothing.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DSEE=memory_order_relaxed %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// RUN: %rbcc -std=c++20 -DSEE=memory_order_acquire %s -o %t.right.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.right.bc
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::condition_variable condition;
static std::atomic<bool> ready;
static int value;
int main() {
  std::thread other([] {
    std::lock_guard lock(mutex);
    value = 7;
    ready.store(true, std::memory_order_release);
    condition.notify_one();
  });
#ifdef SEE
  if (ready.load(std::SEE))
    assert(value == 7);
#else
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return ready.load(std::memory_order_relaxed); });
  assert(value == 7);
  lock.unlock();
#endif
  other.join();
}
