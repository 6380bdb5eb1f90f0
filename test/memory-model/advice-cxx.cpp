// In C++ an order is an argument of a function of the library: the call is named,
// and other calls of the same function stay as they are.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -std=c++20 -DWRITE=release %s -o %t.right.bc
// RUN: %exits 0 rbcheck %t.right.bc
#include <atomic>
#include <thread>
#ifndef WRITE
#define WRITE relaxed
#endif

static std::atomic<bool> unrelated, ready;
static int data;

int main() {
  std::thread t([] {
    unrelated.store(true, std::memory_order_relaxed);
    data = 1;
    ready.store(true, std::memory_order::WRITE);
  });
  int seen = 1;
  if (ready.load(std::memory_order_acquire))
    seen = data;
  t.join();
  return seen - 1;
}
// CHECK: Without weak memory there is no such error. The store to ready at line 20 needs
// CHECK-NEXT: at least release.
