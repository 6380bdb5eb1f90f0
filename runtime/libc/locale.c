//===- runtime/libc/locale.c - Locales: there is only "C" -----------------===//
//
// Tested by test/libc/system.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

static struct __locale_struct classic;

static int isClassic(const char *name) {
  return !name || !*name || !strcmp(name, "C") || !strcmp(name, "POSIX");
}
locale_t newlocale(int mask, const char *name, locale_t base) {
  (void)mask, (void)base;
  if (isClassic(name))
    return &classic;
  errno = ENOENT;
  return 0;
}
locale_t duplocale(locale_t locale) { return locale; }
void freelocale(locale_t locale) { (void)locale; }
locale_t uselocale(locale_t locale) {
  (void)locale;
  return LC_GLOBAL_LOCALE;
}
size_t __ctype_get_mb_cur_max(void) { return 1; }

char *nl_langinfo(nl_item item) {
  static const char *const days[] = {"Sunday",    "Monday",   "Tuesday",
                                     "Wednesday", "Thursday", "Friday",
                                     "Saturday"};
  static const char *const shortDays[] = {"Sun", "Mon", "Tue", "Wed",
                                          "Thu", "Fri", "Sat"};
  static const char *const months[] = {
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  static const char *const shortMonths[] = {"Jan", "Feb", "Mar", "Apr",
                                            "May", "Jun", "Jul", "Aug",
                                            "Sep", "Oct", "Nov", "Dec"};
  const char *text = "";
  if (item >= DAY_1 && item <= DAY_7)
    text = days[item - DAY_1];
  else if (item >= ABDAY_1 && item <= ABDAY_7)
    text = shortDays[item - ABDAY_1];
  else if (item >= MON_1 && item <= MON_12)
    text = months[item - MON_1];
  else if (item >= ABMON_1 && item <= ABMON_12)
    text = shortMonths[item - ABMON_1];
  else if (item == CODESET)
    text = "ANSI_X3.4-1968";
  else if (item == RADIXCHAR)
    text = ".";
  else if (item == D_T_FMT)
    text = "%a %b %e %H:%M:%S %Y";
  else if (item == D_FMT)
    text = "%m/%d/%y";
  else if (item == T_FMT)
    text = "%H:%M:%S";
  else if (item == T_FMT_AMPM)
    text = "%I:%M:%S %p";
  else if (item == AM_STR)
    text = "AM";
  else if (item == PM_STR)
    text = "PM";
  else if (item == YESEXPR)
    text = "^[yY]";
  else if (item == NOEXPR)
    text = "^[nN]";
  else if (item == CRNCYSTR)
    text = "-";
  return (char *)text;
}
char *nl_langinfo_l(nl_item item, locale_t locale) {
  (void)locale;
  return nl_langinfo(item);
}

// With a locale as the last argument.
#define RB_KIND(name)                                                          \
  int(name##_l)(int c, locale_t locale) {                                      \
    (void)locale;                                                              \
    return name(c);                                                            \
  }
RB_KIND(isalnum)
RB_KIND(isalpha)
RB_KIND(iscntrl)
RB_KIND(isdigit)
RB_KIND(isgraph)
RB_KIND(islower)
RB_KIND(isprint)
RB_KIND(ispunct)
RB_KIND(isspace)
RB_KIND(isupper)
RB_KIND(isxdigit)
RB_KIND(toupper)
RB_KIND(tolower)

int strcoll_l(const char *a, const char *b, locale_t locale) {
  (void)locale;
  return strcmp(a, b);
}
size_t strxfrm_l(char *to, const char *from, size_t size, locale_t locale) {
  (void)locale;
  return strxfrm(to, from, size);
}
int strcasecmp_l(const char *a, const char *b, locale_t locale) {
  (void)locale;
  return strcasecmp(a, b);
}
int strncasecmp_l(const char *a, const char *b, size_t size, locale_t locale) {
  (void)locale;
  return strncasecmp(a, b, size);
}
size_t strftime_l(char *to, size_t size, const char *format,
                  const struct tm *time, locale_t locale) {
  (void)locale;
  return strftime(to, size, format, time);
}
double strtod_l(const char *text, char **end, locale_t locale) {
  (void)locale;
  return strtod(text, end);
}
float strtof_l(const char *text, char **end, locale_t locale) {
  (void)locale;
  return strtof(text, end);
}
long double strtold_l(const char *text, char **end, locale_t locale) {
  (void)locale;
  return strtold(text, end);
}
long strtol_l(const char *text, char **end, int base, locale_t locale) {
  (void)locale;
  return strtol(text, end, base);
}
unsigned long strtoul_l(const char *text, char **end, int base,
                        locale_t locale) {
  (void)locale;
  return strtoul(text, end, base);
}
