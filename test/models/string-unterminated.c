// strlen past the end of an array.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  char *volatile p = text;
  // CHECK: error: {{.*}}read of 1 byte at offset 3 of an object of 3 bytes
  return (int)strlen(p);
}
