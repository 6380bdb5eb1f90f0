//===- runtime/libc/wstrings.c - More of <wchar.h> and <wctype.h> ---------===//
//
// Tested by test/libc/wide-format.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

size_t wcsspn(const wchar_t *text, const wchar_t *set) {
  size_t n = 0;
  while (text[n] && wcschr(set, text[n]))
    ++n;
  return n;
}
size_t wcscspn(const wchar_t *text, const wchar_t *set) {
  size_t n = 0;
  while (text[n] && !wcschr(set, text[n]))
    ++n;
  return n;
}
wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set) {
  text += wcscspn(text, set);
  return *text ? (wchar_t *)text : 0;
}
wchar_t *wcstok(wchar_t *text, const wchar_t *set, wchar_t **rest) {
  if (!text)
    text = *rest;
  text += wcsspn(text, set);
  wchar_t *end = text + wcscspn(text, set);
  *rest = end;
  if (end == text)
    return 0;
  if (*end) {
    *end = 0;
    *rest = end + 1;
  }
  return text;
}
wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
  wchar_t *end = to + wcslen(to);
  size_t length = wcsnlen(from, n);
  wmemcpy(end, from, length);
  end[length] = 0;
  return to;
}
wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) {
  return wmemcpy(to, from, n) + n;
}
wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  size_t length = wcslen(from);
  return wmemcpy(to, from, length + 1) + length;
}
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
  return wcsncpy(to, from, n) + wcsnlen(from, n);
}
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    wint_t x = towlower((wint_t)a[i]), y = towlower((wint_t)b[i]);
    if (x != y || !x)
      return (x > y) - (x < y);
  }
  return 0;
}
int wcscasecmp(const wchar_t *a, const wchar_t *b) {
  return wcsncasecmp(a, b, (size_t)-1);
}
int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }
size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t n) {
  if (n)
    wcsncpy(to, from, n);
  return wcslen(from);
}
int wcwidth(wchar_t c) { return !c ? 0 : iswprint((wint_t)c) ? 1 : -1; }
int wcswidth(const wchar_t *text, size_t n) {
  int width = 0;
  for (size_t i = 0; i < n && text[i]; ++i) {
    if (wcwidth(text[i]) < 0)
      return -1;
    ++width;
  }
  return width;
}

// Strings as a whole ------------------------------------------------------------------

size_t wcsnrtombs(char *to, const wchar_t **from, size_t most, size_t size,
                  mbstate_t *state) {
  (void)state;
  size_t n = 0;
  for (; n < most && (!to || n < size); ++n) {
    wchar_t c = (*from)[n];
    if ((unsigned)c >= 128) {
      errno = EILSEQ;
      return (size_t)-1;
    }
    if (to)
      to[n] = (char)c;
    if (!c) {
      if (to)
        *from = 0;
      return n;
    }
  }
  if (to)
    *from += n;
  return n;
}
size_t wcsrtombs(char *to, const wchar_t **from, size_t size,
                 mbstate_t *state) {
  return wcsnrtombs(to, from, (size_t)-1, size, state);
}
size_t mbsnrtowcs(wchar_t *to, const char **from, size_t most, size_t size,
                  mbstate_t *state) {
  (void)state;
  size_t n = 0;
  for (; n < most && (!to || n < size); ++n) {
    unsigned char c = (unsigned char)(*from)[n];
    if (c >= 128) {
      errno = EILSEQ;
      return (size_t)-1;
    }
    if (to)
      to[n] = c;
    if (!c) {
      if (to)
        *from = 0;
      return n;
    }
  }
  if (to)
    *from += n;
  return n;
}
size_t mbsrtowcs(wchar_t *to, const char **from, size_t size,
                 mbstate_t *state) {
  return mbsnrtowcs(to, from, (size_t)-1, size, state);
}

// Kinds by name -----------------------------------------------------------------------

static const char *const kinds[] = {"alnum", "alpha", "blank",  "cntrl",
                                    "digit", "graph", "lower",  "print",
                                    "punct", "space", "upper", "xdigit"};
wctype_t wctype(const char *name) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    if (!strcmp(kinds[i], name))
      return i + 1;
  return 0;
}
int iswctype(wint_t c, wctype_t kind) {
  static int (*const tests[])(int) = {isalnum, isalpha, isblank,  iscntrl,
                                      isdigit, isgraph, islower,  isprint,
                                      ispunct, isspace, isupper, isxdigit};
  return kind && c < 128 ? tests[kind - 1]((int)c) : 0;
}
wctrans_t wctrans(const char *name) {
  static const __int32_t upper = 0, lower = 0;
  return !strcmp(name, "toupper")   ? &upper
         : !strcmp(name, "tolower") ? &lower
                                    : 0;
}
wint_t towctrans(wint_t c, wctrans_t how) {
  return how == wctrans("toupper") ? towupper(c)
         : how                     ? towlower(c)
                                   : c;
}
