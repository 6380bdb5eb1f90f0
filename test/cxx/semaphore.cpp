// counting_semaphore hands over; one release too few is a deadlock.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++20 -DFEW %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=FEW
// FEW: deadlock
#include <cassert>
#include <semaphore>
#include <thread>
static std::counting_semaphore<4> items(0);
static int value;
int main() {
  std::thread t([] {
    value = 5;
    items.release();
  });
  items.acquire();
  assert(value == 5);
#ifdef FEW
  items.acquire();
#endif
  t.join();
}
