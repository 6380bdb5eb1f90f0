//===- runtime/libc/scanf.c - The scanf family ----------------------------===//
//
// Reads numbers and words out of a string or a FILE (C17 7.21.6.2), one
// character ahead at most. The characters of a number are collected as far as
// its grammar allows and then converted by strtol or strtod. Wide characters
// are not supported. Tested by test/models/scanf.c and test/libc/scanf*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void __rb_unsupported(const char *what);

enum Length { kInt, kChar, kShort, kLong, kLongDouble };
enum { kMaxNumber = 512 };

/// Where the characters come from; `next` is the one not taken yet.
struct Source {
  const char *text; // null: from the file
  FILE *file;
  int next;
  int isFetched;
  int count; // taken so far
};

static int peek(struct Source *source) {
  if (!source->isFetched) {
    source->next = source->text ? (*source->text ? (unsigned char)*source->text
                                                 : EOF)
                                : getc(source->file);
    source->isFetched = 1;
  }
  return source->next;
}

static void take(struct Source *source) {
  if (source->text)
    ++source->text;
  source->isFetched = 0;
  ++source->count;
}

/// A directive and the room it has left.
struct Field {
  struct Source *source;
  int left; // characters that may still be taken
  char text[kMaxNumber];
  int length;
};

static int look(struct Field *field) {
  return field->left > 0 && field->length + 1 < kMaxNumber
             ? peek(field->source)
             : EOF;
}

static void keep(struct Field *field) {
  field->text[field->length++] = (char)peek(field->source);
  take(field->source);
  --field->left;
}

static int accept(struct Field *field, const char *set) {
  int c = look(field);
  if (c == EOF || !strchr(set, c))
    return 0;
  keep(field);
  return 1;
}

static int isDigitOf(int c, int base) {
  int value = isdigit(c) ? c - '0' : isalpha(c) ? tolower(c) - 'a' + 10 : 99;
  return c != EOF && value < base;
}

/// Collects an integer; 0 if there is none. Base 0 becomes the one found.
static int collectInteger(struct Field *field, int *base) {
  accept(field, "+-");
  int digits = 0;
  if ((*base == 0 || *base == 16) && accept(field, "0")) {
    digits = 1;
    if (accept(field, "xX")) { // glibc takes it for 0 without digits, too
      *base = 16;
    } else if (*base == 0) {
      *base = 8;
    }
  }
  if (*base == 0)
    *base = 10;
  for (; isDigitOf(look(field), *base); ++digits)
    keep(field);
  return digits;
}

static int collectWord(struct Field *field, const char *word) {
  for (; *word; ++word) {
    char both[3] = {*word, (char)toupper(*word), 0};
    if (!accept(field, both))
      return 0;
  }
  return 1;
}

static int collectReal(struct Field *field) {
  accept(field, "+-");
  int c = look(field);
  if (c == 'i' || c == 'I') {
    if (!collectWord(field, "inf"))
      return 0;
    c = look(field);
    return (c != 'i' && c != 'I') || collectWord(field, "inity");
  }
  if (c == 'n' || c == 'N')
    return collectWord(field, "nan");
  int base = 10, digits = 0;
  if (accept(field, "0")) {
    digits = 1;
    if (accept(field, "xX"))
      base = 16, digits = 0;
  }
  for (; isDigitOf(look(field), base); ++digits)
    keep(field);
  if (accept(field, "."))
    for (; isDigitOf(look(field), base); ++digits)
      keep(field);
  if (!digits)
    return 0;
  if (accept(field, base == 16 ? "pP" : "eE")) {
    accept(field, "+-");
    int exponent = 0;
    for (; isDigitOf(look(field), 10); ++exponent)
      keep(field);
    return exponent;
  }
  return 1;
}

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

static void storeReal(void *to, enum Length length, const char *text) {
  if (length == kLongDouble)
    *(long double *)to = strtold(text, 0);
  else if (length == kLong)
    *(double *)to = strtod(text, 0);
  else
    *(float *)to = strtof(text, 0);
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

/// Takes characters of a word, a set or %c: how many. With `grow` the text goes
/// to fresh memory, *grow.
static int takeText(struct Source *source, const char inside[256], int width,
                    char *to, char **grow) {
  int length = 0, room = 0;
  for (int c; length < width && (c = peek(source)) != EOF &&
              (!inside || inside[c]);
       ++length) {
    if (grow && length + 1 >= room) {
      room = room ? room * 2 : 32;
      to = *grow = realloc(*grow, (size_t)room);
    }
    if (to)
      to[length] = (char)c;
    take(source);
  }
  if (to && inside)
    to[length] = 0;
  return length;
}

static void skipSpace(struct Source *source) {
  while (isspace(peek(source)))
    take(source);
}

static int scan(struct Source *source, const char *format, va_list arguments) {
  int stored = 0;
  while (*format) {
    if (isspace((unsigned char)*format)) {
      skipSpace(source);
      ++format;
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') {
        skipSpace(source);
        ++format;
      }
      if (peek(source) == EOF)
        return stored ? stored : EOF;
      if (peek(source) != (unsigned char)*format++)
        return stored;
      take(source);
      continue;
    }
    ++format;
    int isSkipped = *format == '*';
    format += isSkipped;
    int width = 0;
    while (isdigit((unsigned char)*format))
      width = width * 10 + (*format++ - '0');
    int allocates = *format == 'm';
    format += allocates;
    enum Length length = readLength(&format);
    char conversion = *format ? *format++ : 0;
    if (conversion == 'n') {
      if (!isSkipped)
        storeInteger(va_arg(arguments, void *), length, source->count);
      continue;
    }
    char inside[256];
    if (conversion == '[')
      format = readSet(format, inside);
    else if (conversion != 'c')
      skipSpace(source);
    if (conversion == 'C' || conversion == 'S' ||
        (length == kLong && conversion && strchr("cs[", conversion)))
      __rb_unsupported("scanf of wide characters");
    if (peek(source) == EOF)
      return stored ? stored : EOF;
    struct Field field = {.source = source, .left = width ? width : 0x7fffffff};
    int base = 10;
    switch (conversion) {
    case 'i':
      base = 0;
      goto integer;
    case 'o':
      base = 8;
      goto integer;
    case 'p':
      length = kLong;
      // Falls through: an address is a hexadecimal number.
    case 'x':
    case 'X':
      base = 16;
      // Falls through.
    case 'd':
    case 'u':
    integer:
      if (!collectInteger(&field, &base))
        return stored;
      if (!isSkipped) {
        long value = conversion == 'd' || conversion == 'i'
                         ? strtol(field.text, 0, base)
                         : (long)strtoul(field.text, 0, base);
        storeInteger(va_arg(arguments, void *), length, value);
        ++stored;
      }
      break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      if (!collectReal(&field))
        return stored;
      if (!isSkipped) {
        storeReal(va_arg(arguments, void *), length, field.text);
        ++stored;
      }
      break;
    case 'c':
    case 's':
    case '[': {
      if (conversion == 's')
        for (int c = 0; c < 256; ++c)
          inside[c] = !isspace(c);
      if (!width)
        width = conversion == 'c' ? 1 : 0x7fffffff;
      void *to = isSkipped ? 0 : va_arg(arguments, void *);
      if (to && allocates)
        *(char **)to = 0;
      int count = takeText(source, conversion == 'c' ? 0 : inside, width,
                           allocates ? 0 : to, to && allocates ? to : 0);
      if (!count)
        return stored ? stored : peek(source) == EOF ? EOF : 0;
      stored += !isSkipped;
      break;
    }
    default:
      return stored;
    }
  }
  return stored;
}

static int scanText(const char *text, const char *format, va_list arguments) {
  struct Source source = {.text = text};
  return scan(&source, format, arguments);
}

static int scanFile(FILE *file, const char *format, va_list arguments) {
  struct Source source = {.file = file};
  int result = scan(&source, format, arguments);
  if (source.isFetched && source.next != EOF)
    ungetc(source.next, file);
  return result;
}

// <stdio.h> lets programs call the __isoc99 or __isoc23 names; old ones call
// the plain ones. ORIGIN is what the variable arguments stand behind.
#define RB_SCAN(name, vname, Origin, scanner)                                  \
  int v##name##_(Origin from, const char *format, va_list arguments)           \
      __asm__(vname);                                                          \
  int v##name##_(Origin from, const char *format, va_list arguments) {         \
    return scanner(from, format, arguments);                                   \
  }                                                                            \
  int name##_(Origin from, const char *format, ...) __asm__(#name);            \
  int name##_(Origin from, const char *format, ...) {                          \
    va_list arguments;                                                         \
    va_start(arguments, format);                                               \
    int result = scanner(from, format, arguments);                             \
    va_end(arguments);                                                         \
    return result;                                                             \
  }
#define RB_SCAN_INPUT(name, vname)                                             \
  int v##name##_(const char *format, va_list arguments) __asm__(vname);        \
  int v##name##_(const char *format, va_list arguments) {                      \
    return scanFile(stdin, format, arguments);                                 \
  }                                                                            \
  int name##_(const char *format, ...) __asm__(#name);                         \
  int name##_(const char *format, ...) {                                       \
    va_list arguments;                                                         \
    va_start(arguments, format);                                               \
    int result = scanFile(stdin, format, arguments);                           \
    va_end(arguments);                                                         \
    return result;                                                             \
  }

#undef sscanf
#undef fscanf
#undef scanf
RB_SCAN(sscanf, "vsscanf", const char *, scanText)
RB_SCAN(fscanf, "vfscanf", FILE *, scanFile)
RB_SCAN_INPUT(scanf, "vscanf")
RB_SCAN(__isoc99_sscanf, "__isoc99_vsscanf", const char *, scanText)
RB_SCAN(__isoc99_fscanf, "__isoc99_vfscanf", FILE *, scanFile)
RB_SCAN_INPUT(__isoc99_scanf, "__isoc99_vscanf")
RB_SCAN(__isoc23_sscanf, "__isoc23_vsscanf", const char *, scanText)
RB_SCAN(__isoc23_fscanf, "__isoc23_vfscanf", FILE *, scanFile)
RB_SCAN_INPUT(__isoc23_scanf, "__isoc23_vscanf")
