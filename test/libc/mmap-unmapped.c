// Memory that was unmapped is gone.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void) {
  int *memory = mmap(0, 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(memory, 4096);
  return *memory; // CHECK: mmap-unmapped.c:[[#@LINE]]:{{.*}} error: {{.*}}freed
}
