// Checks inside the headers are reported as assertions.
// RUN: %rbcc -D_GLIBCXX_ASSERTIONS %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
#include <vector>
int main() {
  std::vector<int> v(3);
  return v[3]; // CHECK: error: assertion failed
}
