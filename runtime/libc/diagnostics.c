//===- runtime/libc/diagnostics.c - syslog, backtrace, mallinfo -----------===//
//
// What tells people about a run. Messages are formatted and go nowhere; there
// are no addresses of return on a stack that is not in memory, and no figures
// of an allocator. Tested by test/libc/system.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <execinfo.h>
#include <malloc.h>
#include <mcheck.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>

static int mask = 0xff;

void openlog(const char *name, int options, int facility) {
  (void)name, (void)options, (void)facility;
}
void closelog(void) {}
int setlogmask(int next) {
  int old = mask;
  if (next)
    mask = next;
  return old;
}
void vsyslog(int priority, const char *format, va_list args) {
  char text[256]; // formatted: that reads what the arguments point to
  (void)priority;
  vsnprintf(text, sizeof text, format, args);
}
void syslog(int priority, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsyslog(priority, format, args);
  va_end(args);
}
void __vsyslog_chk(int priority, int flag, const char *format, va_list args) {
  (void)flag;
  vsyslog(priority, format, args);
}
void __syslog_chk(int priority, int flag, const char *format, ...) {
  va_list args;
  (void)flag;
  va_start(args, format);
  vsyslog(priority, format, args);
  va_end(args);
}

int backtrace(void **to, int size) {
  (void)to, (void)size;
  return 0;
}
char **backtrace_symbols(void *const *addresses, int count) {
  (void)addresses, (void)count;
  return malloc(sizeof(char *));
}
void backtrace_symbols_fd(void *const *addresses, int count, int fd) {
  (void)addresses, (void)count, (void)fd;
}

struct mallinfo mallinfo(void) { return (struct mallinfo){0}; }
struct mallinfo2 mallinfo2(void) { return (struct mallinfo2){0}; }
int mallopt(int what, int value) {
  (void)what, (void)value;
  return 1;
}
int malloc_trim(size_t pad) {
  (void)pad;
  return 0;
}
void malloc_stats(void) {}
void mtrace(void) {}
void muntrace(void) {}
