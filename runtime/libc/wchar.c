//===- runtime/libc/wchar.c - Wide characters in memory -------------------===//
//
// What std::wstring stands on. Tested by test/cxx/string.cpp.
//
//===----------------------------------------------------------------------===//
#include <string.h>
#include <wchar.h>

size_t wcslen(const wchar_t *text) {
  size_t length = 0;
  while (text[length])
    ++length;
  return length;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
  return memcpy(to, from, count * sizeof(wchar_t));
}
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
  return memmove(to, from, count * sizeof(wchar_t));
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count) {
  for (size_t i = 0; i < count; ++i)
    to[i] = c;
  return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

wchar_t *wmemchr(const wchar_t *at, wchar_t c, size_t count) {
  for (; count; --count, ++at)
    if (*at == c)
      return (wchar_t *)at;
  return 0;
}
