// What the library keeps for the program is not lost memory: open files, the
// environment, mapped memory. What it hands out is.
// Not for the oracle: files.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --check=leak --all-errors %t.bc | FileCheck %s
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char *grow(char *old, size_t size) {
  char *more = realloc(old, size); // too large: the old block stays
  return more;
}

int main(void) {
  FILE *file = fopen("/dev/null", "w");
  fputs("x", file);
  setenv("A", "1", 1);
  setenv("A", "2", 1);
  mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *text = 0;
  if (asprintf(&text, "%d", 42) < 0) // CHECK-DAG: leak-library.c:[[#@LINE]]:7: error: memory leak
    return 1;
  char *copy = strdup(text); // CHECK-DAG: leak-library.c:[[#@LINE]]:16: error: memory leak: nothing points to 3 bytes in 1 block
  copy[0] = 'x';
  char *buffer = malloc(7); // CHECK-DAG: leak-library.c:[[#@LINE]]:18: error: memory leak: nothing points to 7 bytes in 1 block
  buffer = grow(buffer, (size_t)1 << 50);
  free(buffer);
  return 0;
}
// CHECK: error: 3 errors
