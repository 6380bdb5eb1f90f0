// strcpy from null.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <stdlib.h>
#include <string.h>

int main(void) {
  char to[3];
  const char *volatile from = 0;
  // CHECK: error: read from a null pointer
  strcpy(to, from);
}
