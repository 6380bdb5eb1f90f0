// Waiting for a value that nobody sets is a deadlock.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=CHECK
// CHECK: deadlock
#include <future>
int main() {
  std::promise<int> promise;
  return promise.get_future().get();
}
