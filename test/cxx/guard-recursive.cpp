// The initialisation of a local static that needs itself waits for itself.
// RUN: %exits 1 rbcheck %s | FileCheck %s
static int get(int depth) {
  // CHECK: guard-recursive.cpp:[[#@LINE+1]]:{{.*}} error: the initialisation of a local static comes back to itself
  static int value = depth == 0 ? 1 : get(depth - 1);
  return value;
}

int main() { return get(2); }
