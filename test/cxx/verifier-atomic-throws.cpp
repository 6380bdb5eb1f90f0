// An atomic function that is left by an exception is left.
// RUN: %rbcc -x c++ %s -o %t.bc
// RUN: %exits 1 rbcheck --check=-data-race %t.bc | FileCheck %s
#include <cassert>
#include <thread>

static int n, m;

static void fail() { throw 1; }
extern "C" void __VERIFIER_atomic_add() {
  n = 1;
  fail();
}

int main() {
  std::thread t([] { m = 1; });
  try {
    __VERIFIER_atomic_add();
  } catch (int) {
  }
  // Other threads run again.
  int first = m;
  assert(m == first); // CHECK: error: assertion failed
  t.join();
}
