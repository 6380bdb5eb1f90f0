// A latch that is counted down once too few never opens.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++20 -DFEW %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=FEW
// FEW: deadlock
#include <cassert>
#include <latch>
#include <thread>
#ifdef FEW
static std::latch latch(2);
#else
static std::latch latch(1);
#endif
static int value;
int main() {
  std::thread t([] {
    value = 3;
    latch.count_down();
  });
  latch.wait();
  assert(value == 3);
  t.join();
}
