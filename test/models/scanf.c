// sscanf.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int a, b, n;
  long l;
  unsigned x;
  char word[8], c;
  float f;
  double d;
  assert(sscanf("12 -34", "%d%d", &a, &b) == 2 && a == 12 && b == -34);
  assert(sscanf("7,8", "%d,%d", &a, &b) == 2 && a == 7 && b == 8);
  assert(sscanf("word 9", "%7s %ld", word, &l) == 2 && l == 9);
  assert(!strcmp(word, "word"));
  assert(sscanf("ff z", "%x %c%n", &x, &c, &n) == 2 && x == 255 && c == 'z');
  assert(n == 4);
  assert(sscanf("1.5 2.5e1", "%f%lf", &f, &d) == 2 && f == 1.5f && d == 25);
  assert(sscanf("key=value", "%[^=]=%*s", word) == 1 && !strcmp(word, "key"));
  assert(sscanf("12345", "%2d%d", &a, &b) == 2 && a == 12 && b == 345);
  assert(sscanf("abc", "%d", &a) == 0 && sscanf("", "%d", &a) == EOF);
}
