// Functions of <string.h> and <stdlib.h>.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int compare(const void *a, const void *b, void *order) {
  return (*(int *)a - *(int *)b) * *(int *)order;
}
static int plain(const void *a, const void *b) { return *(int *)a - *(int *)b; }

int main(void) {
  char text[64], *end, *save;
  int numbers[] = {5, 3, 9, 1, 7, 2, 8}, order = -1, key = 7;
  qsort_r(numbers, 7, sizeof(int), compare, &order);
  for (int i = 0; i < 7; ++i)
    printf("%d ", numbers[i]);
  qsort(numbers, 7, sizeof(int), plain);
  printf("%td\n", (int *)bsearch(&key, numbers, 7, sizeof(int), plain) - numbers);
  printf("%ld %s\n", strtol("  -12abc", &end, 10), end);
  printf("%ld %lu\n", strtol("zz", 0, 36), strtoul("0777", 0, 0));
  errno = 0;
  printf("%ld %d\n", strtol("99999999999999999999", 0, 10), errno);
  printf("%.17g %s\n", strtod("1e-3x", &end), end);
  printf("%g %Lg\n", strtof("0x1p4", 0), strtold("2.5", 0));
  lldiv_t q = lldiv(-17, 5);
  printf("%lld %lld\n", q.quot, q.rem);
  strcpy(text, "a,b;;c");
  for (char *t = strtok_r(text, ",;", &save); t; t = strtok_r(0, ",;", &save))
    printf("<%s>", t);
  strcpy(text, "a,,b");
  char *at = text;
  for (char *t; (t = strsep(&at, ","));)
    printf("[%s]", t);
  printf("\n%s %s\n", strchrnul("abc", 'c'), strpbrk("hello", "xl"));
  printf("%d %d\n", strcasecmp("ABC", "abd") < 0, strncasecmp("ABC", "abd", 2));
  printf("%s\n", (char *)memmem("haystack", 8, "st", 2));
  printf("%s %d\n", stpcpy(text, "xyz") - 3, (int)strspn("aabbc", "ab"));
  char *copy = strndup("duplicate", 3);
  printf("%s %zu\n", copy, strnlen("abcdef", 4));
  free(copy);
  printf("%d %d %d\n", ffs(8), ffsl(1l << 40), abs(-4));
  printf("%s %s\n", strerror(ENOENT), strerror(9999));
  char *made;
  printf("%d", asprintf(&made, "%05d|%-6s|%+.2e", 42, "ab", 3.14159));
  printf(" %s\n", made);
  free(made);
  printf("%d %s\n", snprintf(text, 4, "%s", "longer"), text);
  printf("%" PRIdMAX " %c%c\n", strtoimax("123", 0, 10), toupper('q'), tolower('Q'));
  return 0;
}
