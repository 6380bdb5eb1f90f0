// A failed assertion names its expression.
// RUN: %exits 1 rbcheck %s | FileCheck %s

#include <assert.h>

int main(int argc, char **argv) {
  (void)argv;
  assert(argc + 1 == 3); // CHECK: assert.c:[[#@LINE]]:{{.*}} assertion failed: argc + 1 == 3
}
