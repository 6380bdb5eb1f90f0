//===- runtime/libc/err.c - err, warn, error ------------------------------===//
//
// Messages to standard error. Programs are named "program" there: the machine
// does not keep argv[0] for the library. Tested by test/libc/err.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char name[] = "program";
char *program_invocation_name = name;
char *program_invocation_short_name = name;
char *__progname = name;
unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void warnWith(int number, const char *format, va_list arguments) {
  fprintf(stderr, "%s: ", program_invocation_short_name);
  if (format)
    vfprintf(stderr, format, arguments);
  if (number >= 0)
    fprintf(stderr, "%s%s", format ? ": " : "", strerror(number));
  fprintf(stderr, "\n");
}

void vwarn(const char *format, va_list arguments) {
  warnWith(errno, format, arguments);
}
void vwarnx(const char *format, va_list arguments) {
  warnWith(-1, format, arguments);
}
void verr(int status, const char *format, va_list arguments) {
  warnWith(errno, format, arguments);
  exit(status);
}
void verrx(int status, const char *format, va_list arguments) {
  warnWith(-1, format, arguments);
  exit(status);
}

#define RB_FORWARD(last, call)                                                 \
  va_list arguments;                                                           \
  va_start(arguments, last);                                                   \
  call;                                                                        \
  va_end(arguments)

void warn(const char *format, ...) {
  RB_FORWARD(format, vwarn(format, arguments));
}
void warnx(const char *format, ...) {
  RB_FORWARD(format, vwarnx(format, arguments));
}
void err(int status, const char *format, ...) {
  RB_FORWARD(format, verr(status, format, arguments));
}
void errx(int status, const char *format, ...) {
  RB_FORWARD(format, verrx(status, format, arguments));
}

static void report(int status, int number, const char *file, unsigned line,
                   const char *format, va_list arguments) {
  if (error_print_progname)
    error_print_progname();
  else
    fprintf(stderr, "%s:%s", program_invocation_name, file ? "" : " ");
  if (file)
    fprintf(stderr, "%s:%u: ", file, line);
  vfprintf(stderr, format, arguments);
  if (number)
    fprintf(stderr, ": %s", strerror(number));
  fprintf(stderr, "\n");
  __atomic_fetch_add(&error_message_count, 1, __ATOMIC_SEQ_CST);
  if (status)
    exit(status);
}

void error(int status, int number, const char *format, ...) {
  RB_FORWARD(format, report(status, number, 0, 0, format, arguments));
}
void error_at_line(int status, int number, const char *file, unsigned line,
                   const char *format, ...) {
  RB_FORWARD(format, report(status, number, file, line, format, arguments));
}
