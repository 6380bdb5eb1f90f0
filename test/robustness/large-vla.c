// A local array that a real stack holds works; one that it cannot is an overflow.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DSIZE=0x100000000 %s -o %t.large.bc
// RUN: %exits 1 rbcheck %t.large.bc | FileCheck %s
// RUN: %rbcc -DSIZE=0xfffffffffffffff0 %s -o %t.huge.bc
// RUN: %exits 1 rbcheck %t.huge.bc | FileCheck %s
#include <assert.h>
#ifndef SIZE
#define SIZE (4 << 20)
#endif

static int last(unsigned long n) {
  char bytes[n]; // CHECK: large-vla.c:[[#@LINE]]:{{.*}} error: {{.*}}stack overflows
  bytes[0] = 1;
  bytes[n - 1] = 41;
  return bytes[0] + bytes[n - 1];
}

int main(void) {
  assert(last(SIZE) == 42);
  return 0;
}
