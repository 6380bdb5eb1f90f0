// shared_mutex: a writer's section is ordered with those of readers, both ways. An
// own count of readers that the writer waits for orders them only if it releases.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DLEAVE=memory_order_release %s -o %t.right.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.right.bc
// RUN: %rbcc -std=c++20 -DLEAVE=memory_order_relaxed %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
static int value;
#ifdef LEAVE
static std::atomic<int> readers{2};
static void look() {
  assert(value == 0);
  readers.fetch_sub(1, std::LEAVE);
}
static void change() {
  while (readers.load(std::memory_order_acquire))
    ;
  value = 1;
}
#else
static std::shared_mutex mutex;
static std::atomic<int> seen;
static void look() {
  std::shared_lock lock(mutex);
  seen.fetch_add(value, std::memory_order_relaxed);
}
static void change() {
  std::unique_lock lock(mutex);
  value++;
}
#endif
int main() {
  std::thread a(look), b(look);
  change();
  a.join();
  b.join();
}
