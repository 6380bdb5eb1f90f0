// A promise hands over a value; one that is dropped breaks.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++17 -DBROKEN %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=BROKEN
// BROKEN: error: nobody catches an exception of type std::future_error
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread t([p = std::move(promise)]() mutable {
#ifndef BROKEN
    p.set_value(7);
#endif
  });
  int value = future.get();
  assert(value == 7);
  t.join();
}
