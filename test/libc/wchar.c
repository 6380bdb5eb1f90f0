// Wide strings and conversions in the C locale.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  wchar_t a[16] = L"hello", b[16];
  char c[16];
  printf("%zu %zu\n", wcslen(a), wcsnlen(a, 3));
  wcscpy(b, a);
  wcscat(b, L" you");
  printf("%d %d %d\n", wcscmp(a, b) < 0, wcsncmp(a, b, 5), wcscmp(b, b));
  printf("%zu %s\n", wcstombs(c, b, sizeof c), c);
  printf("%zu %d\n", mbstowcs(a, "abc", 16), (int)a[1]);
  printf("%ld %ld\n", (long)(wcschr(b, L'y') - b), (long)(wcsstr(b, L"lo") - b));
  printf("%d\n", wcsrchr(b, L'z') == 0);
  printf("%d %d %d\n", iswalpha(L'x') != 0, iswdigit(L'x') != 0, (int)towupper(L'x'));
  printf("%d %d\n", (int)mblen("a", 1), mbtowc(b, "", 1));
  printf("%d\n", wmemcmp(a, L"abd", 3) < 0);
  return 0;
}
