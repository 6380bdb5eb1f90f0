// memcpy past the end of the destination.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <stdlib.h>
#include <string.h>

int main(void) {
  char from[8] = {0};
  char *to = malloc(7);
  // CHECK: error: {{.*}}write of 8 bytes at offset 0 of an object of 7 bytes
  memcpy(to, from, 8);
}
