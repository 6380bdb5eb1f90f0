// Boost's counted pointers: the object ends once, with its last owner.
// RUN: %rbcc -O0 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -O1 %s -o %t.1.bc
// RUN: %exits 0 rbcheck %t.1.bc
// RUN: %rbcc -DBROKEN -O1 %s -o %t.2.bc
// RUN: %exits 1 rbcheck %t.2.bc | FileCheck %s
// CHECK: error:
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <boost/smart_ptr/make_shared.hpp>
#include <boost/smart_ptr/shared_ptr.hpp>
#include <cassert>
#include <thread>

#ifdef BROKEN
using Policy = boost::thread_unsafe_counter;
#else
using Policy = boost::thread_safe_counter;
#endif

static int alive;

struct Node : boost::intrusive_ref_counter<Node, Policy> {
  Node() { alive++; }
  ~Node() { alive--; }
};

int main() {
  {
    boost::intrusive_ptr<Node> node(new Node);
    boost::shared_ptr<int> number = boost::make_shared<int>(3);
    std::thread other([mine = node, number]() mutable {
      mine.reset();
      assert(*number == 3);
    });
    node.reset();
    number.reset();
    other.join();
  }
  assert(alive == 0);
}
