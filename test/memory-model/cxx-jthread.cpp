// jthread and stop_token: what was done before the request to stop is seen by who
// saw it, and by a callback. A relaxed flag of one's own hands over nothing.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DCALLBACK %s -o %t.callback.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.callback.bc
// RUN: %rbcc -std=c++20 -DOWN=memory_order_acquire %s -o %t.right.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.right.bc
// RUN: %rbcc -std=c++20 -DOWN=memory_order_relaxed %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>
static int value;
static std::atomic<bool> stop;
int main() {
#ifdef OWN
  std::jthread thread([] {
    while (!stop.load(std::OWN))
      ;
    assert(value == 6);
  });
  value = 6;
  stop.store(true, std::memory_order_release);
#else
  std::jthread thread([](std::stop_token token) {
#ifdef CALLBACK
    std::stop_callback callback(token, [] { assert(value == 6); });
#else
    while (!token.stop_requested())
      ;
    assert(value == 6);
#endif
  });
  value = 6;
  thread.request_stop();
#endif
}
