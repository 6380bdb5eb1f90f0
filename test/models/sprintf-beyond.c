// sprintf past the end of the buffer.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <stdio.h>

int main(void) {
  char to[4];
  // CHECK: error: {{.*}}write of 5 bytes at offset 0 of an object of 4 bytes
  sprintf(to, "%d", 12345);
}
