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
  withoutSlashes(path, end);
  return path;
}

/// Where numbers begin at the first difference, they compare as numbers; ones
/// with leading zeros like fractions.
int strverscmp(const char *a, const char *b) {
  size_t i = 0, digits = 0;
  int isFraction = 0;
  for (; a[i] == b[i]; ++i) {
    if (!a[i])
      return 0;
    if (!isdigit((unsigned char)a[i]))
      digits = 0, isFraction = 0;
    else if (++digits == 1)
      isFraction = a[i] == '0' && isdigit((unsigned char)a[i + 1]);
  }
  int isDigitA = isdigit((unsigned char)a[i]) != 0;
  int isDigitB = isdigit((unsigned char)b[i]) != 0;
  int order = (unsigned char)a[i] - (unsigned char)b[i];
  if (digits == 0 && isDigitA && isDigitB && (a[i] == '0' || b[i] == '0'))
    isFraction = 1;
  if (isFraction || (!isDigitA && !isDigitB) ||
      (digits == 0 && isDigitA != isDigitB))
    return order;
  size_t endA = i, endB = i;
  while (isdigit((unsigned char)a[endA]))
    ++endA;
  while (isdigit((unsigned char)b[endB]))
    ++endB;
  return endA != endB ? (endA > endB ? 1 : -1) : order;
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
