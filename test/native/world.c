// Time, random numbers, the order of sorting, fresh memory and addresses that
// are never used again are those that rbcheck had: the error depends on them.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json %t.bc > %t.out
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static unsigned hash;

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  hash = hash * 31 + (unsigned)(x * 100 + y);
  return x / 10 - y / 10; // several are equal
}

int main(void) {
  int numbers[] = {31, 12, 55, 37, 11, 54, 2, 33};
  qsort(numbers, 8, sizeof *numbers, compare);
  for (int i = 0; i < 8; ++i)
    hash = hash * 31 + (unsigned)numbers[i];
  srand(7);
  for (int i = 0; i < 5; ++i)
    hash = hash * 31 + (unsigned)rand();
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  hash = hash * 31 + (unsigned)time(0) + (unsigned)now.tv_nsec;
  unsigned char *fresh = malloc(10);
  hash = hash * 31 + fresh[9];
  free(fresh);
  int isReused = malloc(10) == fresh;
  sleep(1000);
  printf("hash %u, reused %d, home %d\n", hash, isReused,
         getenv("HOME") != 0);
  assert(hash == 0);
}
// CHECK: hash {{[0-9]+}}, reused 0, home 0
// CHECK: here rbcheck saw assertion
// RUN: FileCheck %s --check-prefix=SAME --input-file=%t.out
// RUN: %exits 1 rbreplay --native %t.json > %t.native 2>&1
// RUN: grep -o "hash .*home 0" %t.native > %t.said
// RUN: %exits 1 rbcheck --run %t.bc > %t.run 2>&1
// RUN: grep -f %t.said %t.run
// SAME: assertion
