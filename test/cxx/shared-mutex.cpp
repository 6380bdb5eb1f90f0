// Readers together, writers alone; a shared lock does not guard a write.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++17 -DSHARED %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=SHARED
// SHARED: error: data race
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::shared_mutex mutex;
static int value;
static void write() {
#ifdef SHARED
  std::shared_lock<std::shared_mutex> lock(mutex);
#else
  std::unique_lock<std::shared_mutex> lock(mutex);
#endif
  ++value;
}
int main() {
  std::thread a(write), b(write);
  {
    std::shared_lock<std::shared_mutex> lock(mutex);
    assert(value >= 0 && value <= 2);
  }
  a.join(), b.join();
  assert(value == 2);
}
