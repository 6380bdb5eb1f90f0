// sprintf past the end of the buffer.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <stdio.h>

int main(void) {
  char to[4];
  // CHECK: {{out.of.bounds}}
  sprintf(to, "%d", 12345);
}
