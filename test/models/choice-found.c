// Exactly one pair of choices is wrong.
// RUN: %exits 1 rbcheck %s | FileCheck %s

#include <rbcheck.h>

int main(void) {
  int a = rb_choose(10), b = rb_choose(10);
  // CHECK: error: {{.*}}assertion failed: never 7 and 3
  rb_assert(!(a == 7 && b == 3), "never 7 and 3");
}
