//===- runtime/libc/stdlib.c - Small parts of <stdlib.h> ------------------===//
//
// Arithmetic, searching, sub-options. Sorting is in qsort.c, random numbers in
// random.c, the environment in environment.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
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

int getsubopt(char **options, char *const *tokens, char **value) {
  char *start = *options, *end = start + strcspn(start, ",");
  *options = *end ? end + 1 : end;
  *end = 0;
  char *equals = strchr(start, '=');
  size_t length = equals ? (size_t)(equals - start) : strlen(start);
  *value = equals ? equals + 1 : 0;
  for (int i = 0; tokens[i]; ++i)
    if (!strncmp(tokens[i], start, length) && !tokens[i][length])
      return i;
  *value = start;
  return -1;
}

long a64l(const char *text) {
  unsigned value = 0;
  for (int i = 0; i < 6 && text[i]; ++i) {
    char c = text[i];
    unsigned digit = c == '.'   ? 0
                     : c == '/' ? 1
                     : c <= '9' ? (unsigned)(c - '0') + 2
                     : c <= 'Z' ? (unsigned)(c - 'A') + 12
                                : (unsigned)(c - 'a') + 38;
    value |= digit << 6 * i;
  }
  return (int)value;
}
