// Boost's lock-free stack. It reads the link of a node that another thread may
// have taken and given back, and throws the value away if so: a data race in
// the words of the standard, which rbcheck reports; without that check it is
// correct.
// RUN: %rbcc -O0 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --check=-data-race %t.bc
// RUN: %rbcc -O1 %s -o %t.1.bc
// RUN: %exits 0 rbcheck --check=-data-race %t.1.bc
// CHECK: error: data race on `stack.{{.+}}`
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <thread>

static boost::lockfree::stack<int, boost::lockfree::capacity<4>> stack;

static void work(int value) {
  assert(stack.push(value));
  int popped;
  assert(stack.pop(popped));
}

int main() {
  std::thread other(work, 1);
  work(2);
  other.join();
  assert(stack.empty());
}
