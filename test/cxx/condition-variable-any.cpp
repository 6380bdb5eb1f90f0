// condition_variable_any, notify_all, wait_for.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck --accept=time %t.bc
// RUN: %rbcc -std=c++17 -DBUG %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=BUG
// BUG: assertion failed
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
using namespace std::chrono_literals;
static std::recursive_mutex mutex;
static std::condition_variable_any changed;
static int stage;
int main() {
  std::thread t([] {
    std::unique_lock<std::recursive_mutex> lock(mutex);
    stage = 1;
    changed.notify_all();
  });
  {
    std::unique_lock<std::recursive_mutex> lock(mutex);
    bool seen = changed.wait_for(lock, 1s, [] { return stage == 1; });
#ifdef BUG
    assert(seen); // the time may be up first
#else
    assert(seen == (stage == 1));
#endif
  }
  t.join();
}
