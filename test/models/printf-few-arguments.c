// A format that asks for more than it gets.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <stdio.h>

int main(void) {
  // CHECK: error: {{.*}}the format asks for more arguments than were passed
  printf("%d %s\n", 1);
}
