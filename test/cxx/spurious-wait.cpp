// std::condition_variable::wait without a predicate may return for no reason;
// with one it asks again.
// RUN: %rbcc -x c++ %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --spurious=off %t.bc
// RUN: %rbcc -x c++ -DPREDICATE %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// CHECK: error: assertion failed: ready
// CHECK: wakes without a signal
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static bool ready;

int main() {
  std::thread t([] {
    std::lock_guard<std::mutex> guard(m);
    ready = true;
    c.notify_one();
  });
  {
    std::unique_lock<std::mutex> guard(m);
#ifdef PREDICATE
    c.wait(guard, [] { return ready; });
#else
    if (!ready)
      c.wait(guard);
#endif
    assert(ready);
  }
  t.join();
}
