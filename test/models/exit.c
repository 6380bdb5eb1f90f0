// Handlers run in reverse order; the status comes out.
// RUN: %exits 7 rbcheck --run %s | FileCheck %s

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first"); }
static void second(void) { puts("second"); }
static void third(int status, void *text) {
  printf("%s %d\n", (char *)text, status);
}

int main(void) {
  // CHECK: main
  // CHECK-NEXT: third 7
  // CHECK-NEXT: second
  // CHECK-NEXT: first
  // CHECK-NOT: never
  atexit(first);
  atexit(second);
  on_exit(third, "third");
  puts("main");
  exit(7);
  puts("never");
}
