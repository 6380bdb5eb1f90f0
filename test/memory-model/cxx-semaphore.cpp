// A semaphore's release orders what was done before it for who acquires; a look at
// an own relaxed flag beside does not.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DTRY %s -o %t.try.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.try.bc
// RUN: %rbcc -std=c++20 -DBESIDE %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>
static std::counting_semaphore<4> items(0);
static std::binary_semaphore taken(0);
static std::atomic<bool> flag;
static int value;
int main() {
  std::thread producer([] {
    value = 5;
    flag.store(true, std::memory_order_relaxed);
    items.release();
#if !defined(BESIDE) && !defined(TRY)
    taken.acquire();
    assert(value == 6);
#endif
  });
#if defined(BESIDE)
  if (flag.load(std::memory_order_relaxed))
    assert(value == 5);
#elif defined(TRY)
  if (items.try_acquire())
    assert(value == 5);
#else
  items.acquire();
  value++;
  taken.release();
#endif
  producer.join();
}
