//===- runtime/libc/string.c - Strings taken apart ------------------------===//
//
// Built from the models of strspn and its like (interp/models/Strings.cpp).
// strtok keeps its place in one variable for all threads, as the real one
// does: using it from two threads is a race. Tested by test/models/strtok.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <string.h>

char *strtok_r(char *text, const char *delimiters, char **save) {
  if (!text)
    text = *save;
  if (!text)
    return 0;
  text += strspn(text, delimiters);
  if (!*text) {
    *save = 0;
    return 0;
  }
  char *end = text + strcspn(text, delimiters);
  *save = *end ? end + 1 : end;
  *end = 0;
  return text;
}

char *__strtok_r(char *text, const char *delimiters, char **save) {
  return strtok_r(text, delimiters, save);
}

char *strtok(char *text, const char *delimiters) {
  static char *save;
  return strtok_r(text, delimiters, &save);
}

char *strsep(char **text, const char *delimiters) {
  char *start = *text;
  if (!start)
    return 0;
  char *end = start + strcspn(start, delimiters);
  *text = *end ? end + 1 : 0;
  *end = 0;
  return start;
}

size_t strxfrm(char *to, const char *from, size_t size) {
  size_t length = strlen(from);
  if (size)
    strncpy(to, from, size);
  return length;
}

void *memccpy(void *to, const void *from, int stop, size_t size) {
  const char *found = memchr(from, stop, size);
  size_t count = found ? (size_t)(found - (const char *)from) + 1 : size;
  memcpy(to, from, count);
  return found ? (char *)to + count : 0;
}

void *memmem(const void *text, size_t size, const void *part,
             size_t partSize) {
  for (size_t i = 0; i + partSize <= size; ++i)
    if (!memcmp((const char *)text + i, part, partSize))
      return (char *)text + i;
  return 0;
}

void *rawmemchr(const void *text, int byte) {
  const unsigned char *p = text;
  while (*p != (unsigned char)byte)
    ++p;
  return (void *)p;
}

void swab(const void *from, void *to, long size) {
  const char *source = from;
  char *target = to;
  for (long i = 0; i + 1 < size; i += 2) {
    char first = source[i];
    target[i] = source[i + 1];
    target[i + 1] = first;
  }
}
