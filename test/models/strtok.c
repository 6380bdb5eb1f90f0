// Taking strings apart.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
  char a[] = " one two  three", b[] = "x,,y", *save, *p = b;
  assert(strcmp(strtok(a, " "), "one") == 0);
  assert(strcmp(strtok(0, " "), "two") == 0);
  assert(strcmp(strtok(0, " "), "three") == 0);
  assert(strtok(0, " ") == 0);
  assert(strcmp(strsep(&p, ","), "x") == 0);
  assert(strcmp(strsep(&p, ","), "") == 0);
  assert(strcmp(strsep(&p, ","), "y") == 0);
  assert(strsep(&p, ",") == 0);
  char c[] = "k=v";
  assert(strcmp(strtok_r(c, "=", &save), "k") == 0);
  assert(strcmp(strtok_r(0, "=", &save), "v") == 0);
  assert(strtok_r(0, "=", &save) == 0);
}
