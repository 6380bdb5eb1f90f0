// Counting the users of a shared_ptr is safe between threads.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++17 -DRAW %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=RAW
// RAW: error: 
#include <cassert>
#include <memory>
#include <thread>
struct Node {
  int value = 3;
};
int main() {
  auto owner = std::make_shared<Node>();
#ifdef RAW
  Node *copy = owner.get();
  std::thread t([copy] { assert(copy->value == 3); });
#else
  std::thread t([copy = owner] { assert(copy->value == 3); });
#endif
  owner.reset();
  t.join();
}
