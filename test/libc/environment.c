// setenv, putenv, getenv, unsetenv.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *get(const char *name) {
  const char *value = getenv(name);
  return value ? value : "(none)";
}

int main(void) {
  clearenv();
  printf("%s\n", get("A"));
  printf("%d %s\n", setenv("A", "1", 0), get("A"));
  printf("%d %s\n", setenv("A", "2", 0), get("A"));
  printf("%d %s\n", setenv("A", "3", 1), get("A"));
  static char text[] = "B=x";
  printf("%d %s\n", putenv(text), get("B"));
  text[2] = 'y';
  printf("%s\n", get("B"));
  printf("%d %d\n", setenv("C=D", "1", 1), errno == EINVAL);
  for (char **at = environ; *at; ++at)
    puts(*at);
  printf("%d %s %s\n", unsetenv("A"), get("A"), get("B"));
  return 0;
}
