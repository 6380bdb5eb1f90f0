// try_lock_for can fail while another thread has the mutex.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck --accept=time %t.bc
// RUN: %rbcc -std=c++17 -DBUG %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=BUG
// BUG: error: assertion failed
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>
using namespace std::chrono_literals;
static std::timed_mutex mutex;
static std::shared_timed_mutex shared;
int main() {
  std::thread t([] { std::lock_guard<std::timed_mutex> lock(mutex); });
  bool got = mutex.try_lock_for(10ms);
#ifdef BUG
  assert(got);
#endif
  if (got)
    mutex.unlock();
  t.join();
  mutex.lock();
  mutex.unlock();
  assert(shared.try_lock_shared_for(1ms));
  shared.unlock_shared();
}
