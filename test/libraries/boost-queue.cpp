// Boost's lock-free queue; what boost-stack.cpp says of data races holds here.
// RUN: %rbcc -O0 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --check=-data-race %t.bc
// RUN: %rbcc -O1 %s -o %t.1.bc
// RUN: %exits 0 rbcheck --check=-data-race %t.1.bc
// CHECK: error: data race on `queue.{{.+}}`
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

static boost::lockfree::queue<int, boost::lockfree::capacity<4>> queue;

int main() {
  std::thread other([] { assert(queue.push(1)); });
  assert(queue.push(2));
  other.join();
  int a, b;
  assert(queue.pop(a) && queue.pop(b) && a + b == 3);
}
