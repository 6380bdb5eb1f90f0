// Corners of sscanf.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int a = -1, b = -1, c = -1, n = -1;
  long l = -1;
  short h = -1;
  signed char hh = -1;
  float f = -1;
  double d = -1;
  char s[32] = "", t[32] = "", ch = '?';
  char *m = 0;
  printf("%d %d %d %d\n", sscanf("12 0x1A 017", "%i %i %i", &a, &b, &c), a, b, c);
  printf("%d %d\n", sscanf("  -0x", "%x", (unsigned *)&a), a);
  printf("%d %s %d\n", sscanf("abc123", "%[a-c]%d%n", s, &a, &n), s, n);
  printf("%d %d %d\n", sscanf("123456", "%3d%2d", &a, &b), a, b);
  printf("%d %g %g\n", sscanf("1.5e3 -inf", "%f %lf", &f, &d), f, d);
  printf("%d %g\n", sscanf("0x1.8p3x", "%lf", &d), d);
  printf("%d %hd %hhd %ld\n", sscanf("70000 300 99999999999", "%hd %hhd %ld", &h, &hh, &l), h, hh, l);
  printf("%d\n", sscanf("", "%d", &a));
  printf("%d\n", sscanf("x", "%d", &a));
  printf("%d\n", sscanf("5%", "%d%%", &a));
  printf("%d %d\n", sscanf("5 x", "%d y%n", &a, &n), n);
  printf("%d %c %s\n", sscanf("qr st", "%c%*s %s", &ch, t), ch, t);
  printf("%d %s\n", sscanf("]x-y", "%[]x-]", s), s);
  printf("%d %s\n", sscanf("one two", "%[^ ]", s), s);
  printf("%d %s\n", sscanf("allocated!", "%ms", &m), m);
  free(m);
  printf("%d %.3s\n", sscanf("abcdef", "%3c", s), s);
  printf("%d\n", sscanf("ab", "%3c", s));
  printf("%d %d %d\n", sscanf("1,2", "%d , %d", &a, &b), a, b);
  printf("%d %d\n", sscanf("+7", "%u", (unsigned *)&a), a);
  printf("%d %g\n", sscanf("3.", "%lf", &d), d);
  printf("%d %g\n", sscanf(".5", "%lf", &d), d);
  return 0;
}
