// abort is an error.
// RUN: %exits 1 rbcheck %s | FileCheck %s

#include <stdlib.h>

int main(void) {
  abort(); // CHECK: abort.c:[[#@LINE]]:{{.*}} abort() was called
}
