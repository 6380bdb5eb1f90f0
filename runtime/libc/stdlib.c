//===- runtime/libc/stdlib.c - Small parts of <stdlib.h> ------------------===//
//
// Arithmetic, searching, environment. Sorting is in qsort.c, random numbers in
// random.c. The environment is empty, in every run.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
intmax_t imaxabs(intmax_t x) { return x < 0 ? -x : x; }

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

int ffs(int x) { return x ? __builtin_ctz((unsigned)x) + 1 : 0; }
int ffsl(long x) { return x ? __builtin_ctzl((unsigned long)x) + 1 : 0; }
int ffsll(long long x) {
  return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0;
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *item = (const char *)base + middle * size;
    int order = compare(key, item);
    if (order == 0)
      return (void *)item;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}

char *getenv(const char *name) {
  (void)name;
  return 0;
}
char *secure_getenv(const char *name) { return getenv(name); }

int setenv(const char *name, const char *value, int replace) {
  (void)name, (void)value, (void)replace;
  errno = ENOMEM;
  return -1;
}
int unsetenv(const char *name) {
  (void)name;
  return 0;
}
int putenv(char *text) {
  (void)text;
  errno = ENOMEM;
  return -1;
}
int system(const char *command) { return command ? -1 : 0; }
