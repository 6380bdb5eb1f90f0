// Rounds of a loop are folded: the first and the last one are shown.
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 1 rbcheck --trace=%t/a.trace %s | FileCheck %s
// RUN: %exits 1 rbreplay %t/a.trace | FileCheck %s
// RUN: %rbcc -std=c++17 -DFINE %s -o %t.FINE.bc
// RUN: %exits 0 rbcheck --accept=time %t.FINE.bc
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex guard;
static std::condition_variable changed;
static bool isReady;

static void waiter() {
  std::unique_lock<std::mutex> lock(guard);
  int rounds = 0;
  while (!isReady && rounds < 100) {
    changed.wait_for(lock, std::chrono::milliseconds(1));
    ++rounds;
  }
#ifndef FINE
  assert(rounds < 100);
#endif
}

int main() {
  std::thread thread(waiter);
  {
    std::lock_guard<std::mutex> lock(guard);
    isReady = true;
  }
  changed.notify_one();
  thread.join();
}
// CHECK: error: assertion failed: rounds < 100
// CHECK: How it happens ({{[0-9,]+}} steps
// CHECK: read isReady = false
// CHECK: ... 9{{[0-9]}} times the same {{[0-9]}} steps
// CHECK: read isReady = false
// CHECK: assert(rounds < 100);
