//===- runtime/libc/scanf.c - sscanf --------------------------------------===//
//
// Reads numbers and words out of a string (C17 7.21.6.2). Digits are collected
// as far as a number can go and then converted by strtol or strtod. Standard
// input is empty, so scanf reaches its end at once. Wide characters and the
// 'm' modifier are not supported. Tested by test/models/scanf.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <ctype.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum Length { kInt, kChar, kShort, kLong, kLongDouble };
enum { kMaxNumber = 128 };

static void storeInteger(void *to, enum Length length, long value) {
  switch (length) {
  case kChar:
    *(signed char *)to = (signed char)value;
    break;
  case kShort:
    *(short *)to = (short)value;
    break;
  case kInt:
    *(int *)to = (int)value;
    break;
  case kLong:
  case kLongDouble:
    *(long *)to = value;
    break;
  }
}

static enum Length readLength(const char **format) {
  const char *p = *format;
  enum Length length = kInt;
  if (p[0] == 'h' && p[1] == 'h')
    length = kChar, p += 2;
  else if (*p == 'h')
    length = kShort, ++p;
  else if (p[0] == 'l' && p[1] == 'l')
    length = kLong, p += 2;
  else if (*p == 'l' || *p == 'j' || *p == 'z' || *p == 't' || *p == 'q')
    length = kLong, ++p;
  else if (*p == 'L')
    length = kLongDouble, ++p;
  *format = p;
  return length;
}

/// Copies at most `width` bytes, so that conversion stops there.
static void cut(char *number, const char *text, int width) {
  if (width <= 0 || width >= kMaxNumber)
    width = kMaxNumber - 1;
  strncpy(number, text, (size_t)width);
  number[width] = 0;
}

/// Members of a set: `inside[c]`. Returns the format behind the set.
static const char *readSet(const char *p, char inside[256]) {
  int negated = *p == '^';
  p += negated;
  memset(inside, negated, 256);
  const char *start = p;
  while (*p && (*p != ']' || p == start)) {
    unsigned char low = (unsigned char)*p, high = low;
    if (p[1] == '-' && p[2] && p[2] != ']') {
      high = (unsigned char)p[2];
      p += 2;
    }
    for (int c = low; c <= high; ++c)
      inside[c] = !negated;
    ++p;
  }
  return *p ? p + 1 : p;
}

static int scan(const char *text, const char *format, va_list arguments) {
  const char *p = text;
  int stored = 0;
  while (*format) {
    if (isspace((unsigned char)*format)) {
      while (isspace((unsigned char)*p))
        ++p;
      ++format;
      continue;
    }
    if (*format != '%') {
      if (!*p && !stored)
        return EOF;
      if (*p++ != *format++)
        return stored;
      continue;
    }
    ++format;
    int skip = *format == '*';
    format += skip;
    int width = 0;
    while (isdigit((unsigned char)*format))
      width = width * 10 + (*format++ - '0');
    enum Length length = readLength(&format);
    char conversion = *format ? *format++ : 0;
    if (conversion != 'c' && conversion != '[' && conversion != 'n')
      while (isspace((unsigned char)*p))
        ++p;
    if (conversion == 'n') {
      if (!skip)
        storeInteger(va_arg(arguments, void *), length, p - text);
      continue;
    }
    if (conversion == '%') {
      if (*p != '%')
        return stored ? stored : *p ? 0 : EOF;
      ++p;
      continue;
    }
    if (!*p)
      return stored ? stored : EOF;
    char number[kMaxNumber], inside[256], *end;
    const char *start = p;
    switch (conversion) {
    case 'd':
    case 'u':
    case 'i':
    case 'o':
    case 'x':
    case 'X':
    case 'p': {
      int base = conversion == 'd' || conversion == 'u' ? 10
                 : conversion == 'i'                    ? 0
                 : conversion == 'o'                    ? 8
                                                        : 16;
      if (conversion == 'p')
        length = kLong;
      cut(number, p, width);
      long value = conversion == 'd' || conversion == 'i'
                       ? strtol(number, &end, base)
                       : (long)strtoul(number, &end, base);
      if (end == number)
        return stored;
      p += end - number;
      if (!skip)
        storeInteger(va_arg(arguments, void *), length, value), ++stored;
      break;
    }
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
      cut(number, p, width);
      long double value = strtold(number, &end);
      if (end == number)
        return stored;
      p += end - number;
      if (skip)
        break;
      if (length == kLongDouble)
        *va_arg(arguments, long double *) = value;
      else if (length == kLong)
        *va_arg(arguments, double *) = (double)value;
      else
        *va_arg(arguments, float *) = (float)value;
      ++stored;
      break;
    }
    case 'c':
      for (int i = 0; i < (width ? width : 1); ++i)
        if (!*p++)
          return stored ? stored : EOF;
      if (!skip)
        memcpy(va_arg(arguments, char *), start, (size_t)(p - start)), ++stored;
      break;
    case 's':
    case '[':
      if (conversion == '[')
        format = readSet(format, inside);
      else
        for (int c = 0; c < 256; ++c)
          inside[c] = !isspace(c);
      while (*p && inside[(unsigned char)*p] &&
             (!width || p - start < width))
        ++p;
      if (p == start)
        return stored;
      if (!skip) {
        char *to = va_arg(arguments, char *);
        memcpy(to, start, (size_t)(p - start));
        to[p - start] = 0;
        ++stored;
      }
      break;
    default:
      return stored;
    }
  }
  return stored;
}

// <stdio.h> lets programs call these; older ones call the plain names.

int __isoc99_vsscanf(const char *text, const char *format, va_list arguments) {
  return scan(text, format, arguments);
}

int __isoc99_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = scan(text, format, arguments);
  va_end(arguments);
  return result;
}

int __isoc99_scanf(const char *format, ...) {
  (void)format;
  return EOF;
}

int __isoc99_fscanf(FILE *file, const char *format, ...) {
  (void)file, (void)format;
  return EOF;
}

int plainScan(const char *text, const char *format, ...) __asm__("sscanf");
int plainScan(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = scan(text, format, arguments);
  va_end(arguments);
  return result;
}
