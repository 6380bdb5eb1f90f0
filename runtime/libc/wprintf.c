//===- runtime/libc/wprintf.c - Numbers and formats of wide characters ----===//
//
// In the "C" locale wide characters are those below 128, so everything is done
// on narrow strings. Tested by test/libc/wide-format.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

/// In fresh memory; null with EILSEQ if a character is not plain.
static char *narrowed(const wchar_t *from) {
  size_t size = wcslen(from);
  char *to = malloc(size + 1);
  for (size_t i = 0; i <= size; ++i) {
    if ((unsigned)from[i] >= 128) {
      free(to);
      errno = EILSEQ;
      return 0;
    }
    to[i] = (char)from[i];
  }
  return to;
}

/// The plain beginning of `text`, in fresh memory.
static char *beginning(const wchar_t *text) {
  size_t size = 0;
  while (text[size] && (unsigned)text[size] < 128)
    ++size;
  char *narrow = malloc(size + 1);
  for (size_t i = 0; i < size; ++i)
    narrow[i] = (char)text[i];
  narrow[size] = 0;
  return narrow;
}

// Numbers.
#define RB_NUMBER(name, T, base, parse)                                        \
  T name(const wchar_t *text, wchar_t **end base) {                            \
    char *narrow = beginning(text), *last;                                     \
    T value = parse;                                                           \
    if (end)                                                                   \
      *end = (wchar_t *)text + (last - narrow);                                \
    free(narrow);                                                              \
    return value;                                                              \
  }
#define RB_BASE , int base

RB_NUMBER(wcstod, double, , strtod(narrow, &last))
RB_NUMBER(wcstof, float, , strtof(narrow, &last))
RB_NUMBER(wcstold, long double, , strtold(narrow, &last))
RB_NUMBER(wcstol, long, RB_BASE, strtol(narrow, &last, base))
RB_NUMBER(wcstoll, long long, RB_BASE, strtoll(narrow, &last, base))
RB_NUMBER(wcstoul, unsigned long, RB_BASE, strtoul(narrow, &last, base))
RB_NUMBER(wcstoull, unsigned long long, RB_BASE, strtoull(narrow, &last, base))

// Formats: that of a narrow printf means the same, but for %s and %c, which are
// narrow in both.
int vswprintf(wchar_t *to, size_t size, const wchar_t *format, va_list args) {
  char *plain = narrowed(format), *text;
  if (!plain)
    return -1;
  int count = vasprintf(&text, plain, args);
  free(plain);
  if (count < 0)
    return -1;
  for (int i = 0; i <= count && (size_t)i < size; ++i)
    to[i] = (unsigned char)text[i];
  free(text);
  if ((size_t)count < size)
    return count;
  if (size)
    to[size - 1] = 0;
  return -1;
}

int swprintf(wchar_t *to, size_t size, const wchar_t *format, ...) {
  va_list args;
  va_start(args, format);
  int count = vswprintf(to, size, format, args);
  va_end(args);
  return count;
}

int vfwprintf(FILE *stream, const wchar_t *format, va_list args) {
  char *plain = narrowed(format);
  if (!plain)
    return -1;
  int count = vfprintf(stream, plain, args);
  free(plain);
  return count;
}
int fwprintf(FILE *stream, const wchar_t *format, ...) {
  va_list args;
  va_start(args, format);
  int count = vfwprintf(stream, format, args);
  va_end(args);
  return count;
}
int vwprintf(const wchar_t *format, va_list args) {
  return vfwprintf(stdout, format, args);
}
int wprintf(const wchar_t *format, ...) {
  va_list args;
  va_start(args, format);
  int count = vfwprintf(stdout, format, args);
  va_end(args);
  return count;
}

// Characters of streams.
wint_t fputwc(wchar_t c, FILE *stream) {
  if ((unsigned)c >= 128) {
    errno = EILSEQ;
    return WEOF;
  }
  return fputc(c, stream) == EOF ? WEOF : (wint_t)c;
}
wint_t putwc(wchar_t c, FILE *stream) { return fputwc(c, stream); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }
int fputws(const wchar_t *text, FILE *stream) {
  char *plain = narrowed(text);
  if (!plain)
    return -1;
  int result = fputs(plain, stream);
  free(plain);
  return result < 0 ? -1 : 1;
}
wint_t fgetwc(FILE *stream) {
  int c = fgetc(stream);
  if (c >= 128) {
    errno = EILSEQ;
    return WEOF;
  }
  return c == EOF ? WEOF : (wint_t)c;
}
wint_t getwc(FILE *stream) { return fgetwc(stream); }
wint_t getwchar(void) { return fgetwc(stdin); }
wint_t ungetwc(wint_t c, FILE *stream) {
  return c < 128 && ungetc((int)c, stream) != EOF ? c : WEOF;
}
wchar_t *fgetws(wchar_t *to, int size, FILE *stream) {
  int count = 0;
  while (count + 1 < size) {
    wint_t c = fgetwc(stream);
    if (c == WEOF)
      break;
    to[count++] = (wchar_t)c;
    if (c == L'\n')
      break;
  }
  to[count] = 0;
  return count ? to : 0;
}
int fwide(FILE *stream, int mode) {
  (void)stream;
  return mode;
}
