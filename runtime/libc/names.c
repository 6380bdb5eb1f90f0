//===- runtime/libc/names.c - Byte order, paths, version strings ----------===//
//
// htonl and its like, basename and dirname, strverscmp, strsignal.
// Tested by test/libc/names.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>

#undef htonl
#undef htons
#undef ntohl
#undef ntohs
uint32_t htonl(uint32_t x) { return __builtin_bswap32(x); }
uint16_t htons(uint16_t x) { return __builtin_bswap16(x); }
uint32_t ntohl(uint32_t x) { return __builtin_bswap32(x); }
uint16_t ntohs(uint16_t x) { return __builtin_bswap16(x); }

#undef basename
/// GNU's basename, of <string.h>: what is behind the last slash.
char *basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return (char *)(slash ? slash + 1 : path);
}

static char *withoutSlashes(char *path, char *end) {
  while (end > path + 1 && end[-1] == '/')
    --end;
  *end = 0;
  return end;
}

/// POSIX's basename, of <libgen.h>.
char *__xpg_basename(char *path) {
  if (!path || !*path)
    return ".";
  char *end = withoutSlashes(path, path + strlen(path));
  while (end > path && end[-1] != '/')
    --end;
  return *end ? end : path;
}

char *dirname(char *path) {
  if (!path || !*path)
    return ".";
  char *end = path + strlen(path);
  while (end > path + 1 && end[-1] == '/')
    --end;
  while (end > path && end[-1] != '/')
    --end;
  if (end == path)
    return ".";
  if (end == path + 2 && path[0] == '/') // two slashes can mean something else
    *end = 0;
  else
    withoutSlashes(path, end);
  return path;
}

/// Numbers inside compare as numbers; such with leading zeros are fractions,
/// which come first: 000 00 01 010 09 0 1 9 10.
int strverscmp(const char *a, const char *b) {
  enum { kNone, kZeros, kFraction, kNumber } in = kNone;
  for (; *a == *b; ++a, ++b) {
    if (!*a)
      return 0;
    if (!isdigit((unsigned char)*a))
      in = kNone;
    else if (in == kNone)
      in = *a == '0' ? kZeros : kNumber;
    else if (in == kZeros && *a != '0')
      in = kFraction;
  }
  int isDigitA = isdigit((unsigned char)*a) != 0;
  int isDigitB = isdigit((unsigned char)*b) != 0;
  int order = (unsigned char)*a - (unsigned char)*b;
  if (isDigitA != isDigitB && in == kZeros)
    return isDigitB - isDigitA;
  if (isDigitA != isDigitB && in == kNumber)
    return isDigitA - isDigitB;
  if (!isDigitA || !isDigitB || in == kZeros || in == kFraction ||
      (in == kNone && (*a == '0' || *b == '0')))
    return order;
  size_t lengthA = strspn(a, "0123456789"), lengthB = strspn(b, "0123456789");
  return lengthA != lengthB ? (lengthA > lengthB ? 1 : -1) : order;
}

char *strsignal(int number) {
  static const char *const texts[] = {
      [1] = "Hangup",
      [2] = "Interrupt",
      [3] = "Quit",
      [4] = "Illegal instruction",
      [5] = "Trace/breakpoint trap",
      [6] = "Aborted",
      [7] = "Bus error",
      [8] = "Floating point exception",
      [9] = "Killed",
      [10] = "User defined signal 1",
      [11] = "Segmentation fault",
      [12] = "User defined signal 2",
      [13] = "Broken pipe",
      [14] = "Alarm clock",
      [15] = "Terminated",
      [17] = "Child exited",
      [18] = "Continued",
      [19] = "Stopped (signal)",
      [20] = "Stopped",
  };
  static _Thread_local char other[32];
  if (number > 0 && number < (int)(sizeof texts / sizeof *texts) &&
      texts[number])
    return (char *)texts[number];
  snprintf(other, sizeof other, "Unknown signal %d", number);
  return other;
}
