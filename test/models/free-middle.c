// Only the start of an object can be freed.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(4);
  // CHECK: error: {{.*}}free of a pointer into the middle of an object
  free(p + 1);
}
