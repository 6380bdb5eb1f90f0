// One start of a tool that forks for every run does what many starts do.
// UNSUPPORTED: asan
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/same.py %build/bin/rbcheck %clang %s %t/a.bc | FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  printf("%d\n", argc);
  if (argc > 1 && !strcmp(argv[1], "abort"))
    abort();
  for (volatile int n = 0; argc > 1 && !strcmp(argv[1], "loop") && n >= 0;)
    n = (n + 1) & 0xffffff;
  return argc;
}
// CHECK: 8 commands, each the same
