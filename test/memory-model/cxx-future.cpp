// A future hands over what its maker did before, be it a promise, a packaged task or
// async; so it does what is not part of the value. A relaxed flag does not.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DASYNC %s -o %t.async.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.async.bc
// RUN: %rbcc -std=c++20 -DTASK %s -o %t.task.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.task.bc
// RUN: %rbcc -std=c++20 -DBESIDE %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <future>
#include <thread>
static int beside;
static std::atomic<bool> made;
static int make() {
  beside = 2;
  made.store(true, std::memory_order_relaxed);
  return 1;
}
int main() {
#if defined(ASYNC)
  auto future = std::async(std::launch::async, make);
  assert(future.get() == 1 && beside == 2);
#elif defined(TASK)
  std::packaged_task<int()> task(make);
  auto future = task.get_future();
  std::thread other(std::move(task));
  assert(future.get() == 1 && beside == 2);
  other.join();
#else
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread other([&] { promise.set_value(make()); });
#ifdef BESIDE
  if (made.load(std::memory_order_relaxed))
    assert(beside == 2);
#endif
  assert(future.get() == 1 && beside == 2);
  other.join();
#endif
}
