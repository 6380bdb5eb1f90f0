// atomic_flag and a byte wait on a word of the library.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic_flag flag;
int main() {
  std::thread t([] {
    flag.test_and_set();
    flag.notify_all();
  });
  flag.wait(false);
  assert(flag.test());
  t.join();
}
