// Waiting with a predicate, and with an if that misses the wake-up.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++17 -DLOST %s -o %t.bc
// RUN: %exits 1 rbcheck --spurious=off %t.bc | FileCheck %s --check-prefix=LOST
// LOST: deadlock
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::condition_variable ready;
static bool done;
int main() {
  std::thread t([] {
    {
      std::lock_guard<std::mutex> lock(mutex);
      done = true;
    }
    ready.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
#ifdef LOST
    ready.wait(lock);
#else
    ready.wait(lock, [] { return done; });
#endif
    assert(done);
  }
  t.join();
}
