//===- runtime/libc/time.c - Calendar time --------------------------------===//
//
// The time zone is UTC. What time it is comes from interp/models/Time.cpp.
// gmtime and its like return one object for all threads, as the real ones do:
// using them from two threads is a race. Tested by test/libc/time*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

static char utc[] = "UTC";
char *tzname[2] = {utc, utc};
long timezone = 0;
int daylight = 0;

static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const months[] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

void tzset(void) {}

static int isLeap(long year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int lengthOf(int month, long year) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return lengths[month] + (month == 1 && isLeap(year));
}

static long floorDiv(long a, long b) { return a / b - (a % b < 0); }

/// Days from 1970-01-01 to the first of January of `year`.
static long daysBefore(long year) {
  long y = year - 1;
  return 365 * (year - 1970) + floorDiv(y, 4) - floorDiv(y, 100) +
         floorDiv(y, 400) - 477;
}

struct tm *gmtime_r(const time_t *time, struct tm *to) {
  long day = floorDiv(*time, 86400), second = *time - day * 86400;
  long year = 1970 + floorDiv(day, day < 0 ? 365 : 366);
  while (daysBefore(year + 1) <= day)
    ++year;
  if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
    errno = EOVERFLOW;
    return 0;
  }
  memset(to, 0, sizeof *to);
  to->tm_year = (int)(year - 1900);
  to->tm_yday = (int)(day - daysBefore(year));
  to->tm_mday = to->tm_yday + 1;
  while (to->tm_mday > lengthOf(to->tm_mon, year))
    to->tm_mday -= lengthOf(to->tm_mon++, year);
  to->tm_wday = (int)(((day + 4) % 7 + 7) % 7);
  to->tm_hour = (int)(second / 3600);
  to->tm_min = (int)(second / 60 % 60);
  to->tm_sec = (int)(second % 60);
  to->tm_zone = "GMT";
  return to;
}

struct tm *localtime_r(const time_t *time, struct tm *to) {
  if (!gmtime_r(time, to))
    return 0;
  to->tm_zone = "UTC";
  return to;
}

static struct tm shared;
struct tm *gmtime(const time_t *time) { return gmtime_r(time, &shared); }
struct tm *localtime(const time_t *time) { return localtime_r(time, &shared); }

time_t timegm(struct tm *parts) {
  long year = parts->tm_year + 1900l + floorDiv(parts->tm_mon, 12);
  int month = (int)(parts->tm_mon - floorDiv(parts->tm_mon, 12) * 12);
  long day = daysBefore(year) + parts->tm_mday - 1;
  while (month > 0)
    day += lengthOf(--month, year);
  time_t time = day * 86400 + parts->tm_hour * 3600l + parts->tm_min * 60l +
                parts->tm_sec;
  return gmtime_r(&time, parts) ? time : -1;
}

time_t mktime(struct tm *parts) {
  time_t time = timegm(parts);
  parts->tm_zone = "UTC";
  return time;
}
time_t timelocal(struct tm *parts) { return mktime(parts); }

double difftime(time_t a, time_t b) { return (double)(a - b); }

char *asctime_r(const struct tm *parts, char *to) {
  sprintf(to, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", days[parts->tm_wday % 7],
          months[parts->tm_mon % 12], parts->tm_mday, parts->tm_hour,
          parts->tm_min, parts->tm_sec, 1900 + parts->tm_year);
  return to;
}
char *ctime_r(const time_t *time, char *to) {
  struct tm parts;
  return localtime_r(time, &parts) ? asctime_r(&parts, to) : 0;
}
static char line[64];
char *asctime(const struct tm *parts) { return asctime_r(parts, line); }
char *ctime(const time_t *time) { return ctime_r(time, line); }

/// The week of ISO 8601 and the year that it belongs to.
static int isoWeek(const struct tm *parts, long *year) {
  *year = parts->tm_year + 1900l;
  int week = (parts->tm_yday + 10 - (parts->tm_wday + 6) % 7) / 7;
  if (week < 1) {
    --*year;
    struct tm last = *parts;
    last.tm_yday += 365 + isLeap(*year);
    return (last.tm_yday + 10 - (last.tm_wday + 6) % 7) / 7;
  }
  int monday = (parts->tm_wday + 6) % 7;
  if (week == 53 && parts->tm_yday - monday + 3 >= 365 + isLeap(*year)) {
    ++*year;
    return 1;
  }
  return week;
}

struct Output {
  char *to;
  size_t room;
  size_t length;
};

static void put(struct Output *out, const char *text) {
  size_t length = strlen(text);
  if (out->length + length < out->room)
    memcpy(out->to + out->length, text, length + 1);
  out->length += length;
}

static void putNumber(struct Output *out, const char *format, long value) {
  char text[32];
  snprintf(text, sizeof text, format, value);
  put(out, text);
}

static void putParts(struct Output *out, const char *format,
                     const struct tm *parts);

static void putPart(struct Output *out, char kind, const struct tm *parts) {
  long year = parts->tm_year + 1900l, isoYear;
  int hour12 = parts->tm_hour % 12 ? parts->tm_hour % 12 : 12;
  int monday = (parts->tm_wday + 6) % 7, week = isoWeek(parts, &isoYear);
  struct tm copy = *parts;
  char text[2] = {kind, 0};
  switch (kind) {
  case 'a': case 'A': {
    char name[16];
    strcpy(name, days[parts->tm_wday % 7]);
    name[kind == 'a' ? 3 : 15] = 0;
    put(out, name);
    break;
  }
  case 'b': case 'h': case 'B': {
    char name[16];
    strcpy(name, months[parts->tm_mon % 12]);
    name[kind == 'B' ? 15 : 3] = 0;
    put(out, name);
    break;
  }
  case 'c': putParts(out, "%a %b %e %H:%M:%S %Y", parts); break;
  case 'C': putNumber(out, "%ld", floorDiv(year, 100)); break;
  case 'd': putNumber(out, "%.2ld", parts->tm_mday); break;
  case 'D': case 'x': putParts(out, "%m/%d/%y", parts); break;
  case 'e': putNumber(out, "%2ld", parts->tm_mday); break;
  case 'F': putParts(out, "%Y-%m-%d", parts); break;
  case 'g': putNumber(out, "%.2ld", (isoYear % 100 + 100) % 100); break;
  case 'G': putNumber(out, "%ld", isoYear); break;
  case 'H': putNumber(out, "%.2ld", parts->tm_hour); break;
  case 'I': putNumber(out, "%.2ld", hour12); break;
  case 'j': putNumber(out, "%.3ld", parts->tm_yday + 1); break;
  case 'k': putNumber(out, "%2ld", parts->tm_hour); break;
  case 'l': putNumber(out, "%2ld", hour12); break;
  case 'm': putNumber(out, "%.2ld", parts->tm_mon + 1); break;
  case 'M': putNumber(out, "%.2ld", parts->tm_min); break;
  case 'n': put(out, "\n"); break;
  case 'p': put(out, parts->tm_hour < 12 ? "AM" : "PM"); break;
  case 'P': put(out, parts->tm_hour < 12 ? "am" : "pm"); break;
  case 'r': putParts(out, "%I:%M:%S %p", parts); break;
  case 'R': putParts(out, "%H:%M", parts); break;
  case 's': putNumber(out, "%ld", mktime(&copy)); break;
  case 'S': putNumber(out, "%.2ld", parts->tm_sec); break;
  case 't': put(out, "\t"); break;
  case 'T': case 'X': putParts(out, "%H:%M:%S", parts); break;
  case 'u': putNumber(out, "%ld", monday + 1); break;
  case 'U':
    putNumber(out, "%.2ld", (parts->tm_yday + 7 - parts->tm_wday) / 7);
    break;
  case 'V': putNumber(out, "%.2ld", week); break;
  case 'w': putNumber(out, "%ld", parts->tm_wday); break;
  case 'W': putNumber(out, "%.2ld", (parts->tm_yday + 7 - monday) / 7); break;
  case 'y': putNumber(out, "%.2ld", (year % 100 + 100) % 100); break;
  case 'Y': putNumber(out, "%ld", year); break;
  case 'z': put(out, "+0000"); break;
  case 'Z': put(out, parts->tm_zone ? parts->tm_zone : ""); break;
  default: put(out, text); break;
  }
}

static void putParts(struct Output *out, const char *format,
                     const struct tm *parts) {
  for (; *format; ++format) {
    char text[2] = {*format, 0};
    if (*format != '%') {
      put(out, text);
      continue;
    }
    ++format;
    if (*format == 'E' || *format == 'O')
      ++format;
    if (!*format)
      return;
    putPart(out, *format, parts);
  }
}

size_t strftime(char *to, size_t room, const char *format,
                const struct tm *parts) {
  struct Output out = {to, room, 0};
  if (room)
    *to = 0;
  putParts(&out, format, parts);
  return out.length < room ? out.length : 0;
}

int clock_getres(clockid_t clock, struct timespec *resolution) {
  (void)clock;
  if (resolution) {
    resolution->tv_sec = 0;
    resolution->tv_nsec = 1;
  }
  return 0;
}

clock_t times(struct tms *parts) {
  clock_t now = clock() / (CLOCKS_PER_SEC / 100);
  struct tms all = {.tms_utime = now};
  *parts = all;
  return now;
}
