//===- runtime/libc/wchar.c - Wide characters of the "C" locale -----------===//
//
// A wide character is one byte widened; only ASCII converts. Wide formatted
// output and input are not supported. Tested by test/libc/wchar.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n])
    ++n;
  return n;
}
size_t wcsnlen(const wchar_t *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n])
    ++n;
  return n;
}
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
  return memcpy(to, from, n * sizeof *to);
}
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  return memmove(to, from, n * sizeof *to);
}
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; ++i)
    to[i] = c;
  return to;
}
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (s[i] == c)
      return (wchar_t *)s + i;
  return 0;
}
wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  return wmemcpy(to, from, wcslen(from) + 1);
}
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
  size_t length = wcsnlen(from, n);
  wmemcpy(to, from, length);
  wmemset(to + length, 0, n - length);
  return to;
}
wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wcscpy(to + wcslen(to), from);
  return to;
}
wchar_t *wcsdup(const wchar_t *s) {
  wchar_t *copy = malloc((wcslen(s) + 1) * sizeof *copy);
  return copy ? wcscpy(copy, s) : 0;
}
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (a[i] != b[i] || !a[i])
      return a[i] < b[i] ? -1 : a[i] > b[i];
  return 0;
}
int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, -1ul); }
wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  return wmemchr(s, c, wcslen(s) + 1);
}
wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  for (size_t n = wcslen(s) + 1; n-- > 0;)
    if (s[n] == c)
      return (wchar_t *)s + n;
  return 0;
}
wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
  size_t length = wcslen(part);
  for (;; ++s) {
    if (!wcsncmp(s, part, length))
      return (wchar_t *)s;
    if (!*s)
      return 0;
  }
}

// Conversion -------------------------------------------------------------------

static int isKnown(unsigned c) {
  if (c < 128)
    return 1;
  errno = EILSEQ;
  return 0;
}

wint_t btowc(int c) { return c >= 0 && c < 128 ? (wint_t)c : WEOF; }
int wctob(wint_t c) { return c < 128 ? (int)c : -1; }

size_t mbrtowc(wchar_t *to, const char *s, size_t n, mbstate_t *state) {
  (void)state;
  if (!s)
    return 0;
  if (!n)
    return (size_t)-2;
  if (!isKnown((unsigned char)*s))
    return (size_t)-1;
  if (to)
    *to = *s;
  return *s != 0;
}
size_t wcrtomb(char *to, wchar_t c, mbstate_t *state) {
  (void)state;
  if (!to)
    return 1;
  if (!isKnown((unsigned)c))
    return (size_t)-1;
  *to = (char)c;
  return 1;
}
size_t mbrlen(const char *s, size_t n, mbstate_t *state) {
  return mbrtowc(0, s, n, state);
}
int mbsinit(const mbstate_t *state) {
  (void)state;
  return 1;
}
int mbtowc(wchar_t *to, const char *s, size_t n) {
  size_t length = mbrtowc(to, s, n, 0);
  return length > 1 ? -1 : (int)length;
}
int mblen(const char *s, size_t n) { return mbtowc(0, s, n); }
int wctomb(char *to, wchar_t c) { return to ? (int)wcrtomb(to, c, 0) : 0; }

size_t mbstowcs(wchar_t *to, const char *s, size_t n) {
  size_t i = 0;
  for (; !to || i < n; ++i) {
    if (!isKnown((unsigned char)s[i]))
      return (size_t)-1;
    if (to)
      to[i] = s[i];
    if (!s[i])
      break;
  }
  return i;
}
size_t wcstombs(char *to, const wchar_t *s, size_t n) {
  size_t i = 0;
  for (; !to || i < n; ++i) {
    if (!isKnown((unsigned)s[i]))
      return (size_t)-1;
    if (to)
      to[i] = (char)s[i];
    if (!s[i])
      break;
  }
  return i;
}

// Classes ----------------------------------------------------------------------

#define RB_CLASS(name)                                                         \
  int isw##name(wint_t c) { return c < 128 && is##name((int)c); }
RB_CLASS(alpha)
RB_CLASS(digit)
RB_CLASS(alnum)
RB_CLASS(space)
RB_CLASS(upper)
RB_CLASS(lower)
RB_CLASS(punct)
RB_CLASS(print)
RB_CLASS(graph)
RB_CLASS(cntrl)
RB_CLASS(xdigit)
RB_CLASS(blank)
wint_t towlower(wint_t c) { return c < 128 ? (wint_t)tolower((int)c) : c; }
wint_t towupper(wint_t c) { return c < 128 ? (wint_t)toupper((int)c) : c; }
