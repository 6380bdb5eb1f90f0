// realloc moves: the old pointer is dead.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(4), *q = p;
  p = realloc(p, 2);
  // CHECK: error: {{.*}}write to freed memory
  q[0] = 1;
}
