// jthread joins by itself and tells its thread to stop.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++20 -DDEAF %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=DEAF
// DEAF: error: 
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
static int stopped;
int main() {
  std::mutex mutex;
  std::condition_variable_any changed;
  {
    std::jthread t([&](std::stop_token token) {
      std::unique_lock lock(mutex);
#ifdef DEAF
      changed.wait(lock, [] { return false; });
#else
      changed.wait(lock, token, [] { return false; });
#endif
      assert(token.stop_requested());
      stopped = 1;
    });
  }
  assert(stopped == 1);
}
