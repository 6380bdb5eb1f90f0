// Atomic access to a shared_ptr; plain access races.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++17 -DPLAIN %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=PLAIN
// PLAIN: error: 
#include <cassert>
#include <memory>
#include <thread>
static std::shared_ptr<int> current = std::make_shared<int>(1);
int main() {
  std::thread t([] {
    auto next = std::make_shared<int>(2);
#ifdef PLAIN
    current = next;
#else
    std::atomic_store(&current, next);
#endif
  });
  std::shared_ptr<int> seen = std::atomic_load(&current);
  assert(*seen == 1 || *seen == 2);
  t.join();
}
