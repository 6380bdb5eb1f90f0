// Wide strings: formats, numbers, parts; %ls, %lc and %m of printf, and
// arguments by number.
// RUN: %same %s
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  wchar_t text[64], *rest;
  printf("%ls|%10ls|%.2ls|%lc|%S\n", L"wide", L"right", L"cut", L'c', L"big");
  errno = ENOENT;
  printf("%m|%30m|%-10d|\n", 3);
  printf("%2$s %1$d %2$s %3$.1f %4$*5$d|\n", 7, "two", 2.25, 9, 4);
  printf("%3$c%2$c%1$c %%\n", 'a', 'b', 'c');
  int count = swprintf(text, 64, L"%d-%ls-%s-%g", 42, L"x", "narrow", 1.5);
  printf("%d %ls\n", count, text);
  printf("%d\n", swprintf(text, 4, L"too long") < 0);
  printf("%ld %lu %g\n", wcstol(L"  -12x", &rest, 10),
         wcstoul(L"0x1f", 0, 16), wcstod(L"2.5e1", 0));
  printf("%ls\n", rest);
  wcscpy(text, L"one two,three");
  for (wchar_t *word = wcstok(text, L" ,", &rest); word;
       word = wcstok(0, L" ,", &rest))
    printf("[%ls]", word);
  printf("%zu %zu %d\n", wcsspn(L"aab", L"a"), wcscspn(L"aab", L"b"),
         wcscasecmp(L"AbC", L"aBc"));
  printf("%d %d %d\n", iswctype(L'x', wctype("alpha")) != 0,
         iswctype(L'1', wctype("alpha")) != 0,
         (int)towctrans(L'a', wctrans("toupper")));
  char bytes[16];
  const wchar_t *from = L"narrow";
  mbstate_t state = {0};
  size_t size = wcsrtombs(bytes, &from, sizeof bytes, &state);
  printf("%zu %s %d\n", size, bytes, from == 0);
  return 0;
}
