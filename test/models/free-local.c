// Only what malloc made can be freed.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <stdlib.h>
#include <string.h>

int main(void) {
  char local[4];
  char *volatile p = local;
  // CHECK: error: {{.*}}free of memory that was not allocated by malloc
  free(p);
}
