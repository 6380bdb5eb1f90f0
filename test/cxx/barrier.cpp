// A barrier of two, used twice.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <barrier>
#include <cassert>
#include <thread>
static int completed;
int main() {
  std::barrier barrier(2, []() noexcept { ++completed; });
  std::thread t([&] { barrier.arrive_and_wait(); });
  barrier.arrive_and_wait();
  assert(completed == 1);
  t.join();
}
