// Memory, string, ctype and number functions.
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int n) { return (n > 0) - (n < 0); }

static int byLength(const void *a, const void *b) {
  const char *x = *(const char *const *)a, *y = *(const char *const *)b;
  size_t m = strlen(x), n = strlen(y);
  return m != n ? (m > n) - (m < n) : strcmp(x, y);
}
static int byValue(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  printf("%d %s %s %d\n", argc, argv[1], argv[2], argv[argc] == NULL);
  char b[64] = "hello";
  printf("%zu %zu\n", strlen(b), strnlen(b, 3));
  strcat(b, ", ");
  strncat(b, "world!!", 5);
  printf("%s %s %s\n", b, strchr(b, 'o'), strrchr(b, 'o'));
  printf("%s %s %d\n", strstr(b, "lo, w"), strpbrk(b, "xyzw"), strstr(b, "no") == NULL);
  printf("%zu %zu\n", strspn(b, "ehlo"), strcspn(b, " ,"));
  printf("%d %d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "abc")),
         sign(strncmp("abcx", "abcy", 3)), sign(strcmp("\xff", "a")));
  printf("%d %d\n", sign(memcmp("a\0c", "a\0b", 3)), sign(strcasecmp("HeLLo", "hello")));
  memmove(b + 2, b, 6);
  printf("%s\n", b);
  memset(b + 1, '-', 3);
  printf("%s %d\n", b, (int)((char *)memchr(b, 'l', 20) - b));
  strncpy(b, "xy", 8);
  for (int i = 0; i < 9; i++)
    printf("%d ", b[i]);
  printf("\n%s\n", strcpy(b, "a,b;;c") + 2);
  for (char *save, *t = strtok_r(b, ",;", &save); t; t = strtok_r(NULL, ",;", &save))
    printf("[%s]", t);
  char *copy = strdup("copied");
  copy = realloc(copy, 100);
  strcpy(copy + 6, " and grown");
  printf("%s\n", copy);
  free(copy);

  for (int c = 0; c < 128; c += 9)
    printf("%d%d%d%d%d%d%c ", !!isalpha(c), !!isdigit(c), !!isspace(c), !!isupper(c),
           !!ispunct(c), !!isxdigit(c), isprint(c) ? toupper(c) : '.');
  printf("\n");

  char *end;
  printf("%ld ", strtol("  -0x1fz", &end, 0)), printf("%s ", end);
  printf("%lu ", strtoul("777", &end, 8)), printf("%ld ", strtol("zz", NULL, 36));
  errno = 0;
  printf("%ld %d ", strtol("99999999999999999999", NULL, 10), errno == ERANGE);
  printf("%d %ld %lld\n", atoi("42abc"), atol("-17"), atoll("123456789012"));
  printf("%.10g ", strtod("-1.25e3xyz", &end)), printf("%s %g\n", end, atof("0.5"));
  printf("%d %ld\n", abs(-5), labs(-6L));
  div_t d = div(-17, 5);
  printf("%d %d\n", d.quot, d.rem);

  const char *words[] = {"pear", "fig", "banana", "kiwi", "apple", "date", "plum"};
  qsort(words, 7, sizeof *words, byLength);
  for (int i = 0; i < 7; i++)
    printf("%s ", words[i]);
  int numbers[50];
  unsigned r = 1;
  for (int i = 0; i < 50; i++)
    numbers[i] = (int)((r = r * 1103515245u + 12345u) >> 20);
  qsort(numbers, 50, sizeof *numbers, byValue);
  int key = numbers[31], ok = 1;
  for (int i = 1; i < 50; i++)
    ok &= numbers[i - 1] <= numbers[i];
  int *found = bsearch(&key, numbers, 50, sizeof *numbers, byValue);
  printf("\n%d %d %d\n", ok, found && *found == key, numbers[25]);
  int *zeros = calloc(16, sizeof *zeros), sum = 0;
  for (int i = 0; i < 16; i++)
    sum += zeros[i];
  free(zeros);
  return sum;
}
