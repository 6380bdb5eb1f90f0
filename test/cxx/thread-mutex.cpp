// std::thread and std::mutex: with and without the lock.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++17 -DNOLOCK %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=NOLOCK
// NOLOCK: error: data race
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex mutex;
static int count;
static void add(int n) {
#ifndef NOLOCK
  std::lock_guard<std::mutex> lock(mutex);
#endif
  count += n;
}
int main() {
  std::thread a(add, 1), b([] { add(2); });
  a.join();
  b.join();
  assert(count == 3);
}
