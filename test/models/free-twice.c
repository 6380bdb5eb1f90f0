// The same object is freed twice.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(4);
  free(p);
  // CHECK: error: {{.*}}memory is freed a second time
  free(p);
}
