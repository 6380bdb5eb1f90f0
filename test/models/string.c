// String functions.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
  char a[32];
  const char *volatile hello = "hello";
  assert(strlen(hello) == 5 && strlen("") == 0);
  assert(strnlen(hello, 3) == 3 && strnlen(hello, 9) == 5);
  assert(strcmp(hello, "hello") == 0);
  assert(strcmp(hello, "hellp") < 0 && strcmp("hellp", hello) > 0);
  assert(strcmp(hello, "hell") > 0 && strcmp("\xff", "a") > 0);
  assert(strncmp(hello, "help", 3) == 0 && strncmp(hello, "help", 4) < 0);
  assert(strcasecmp(hello, "HeLLo") == 0);
  assert(strncasecmp(hello, "HELP", 3) == 0);
  assert(strcoll(hello, "hello") == 0);

  assert(strcpy(a, hello) == a && strcmp(a, "hello") == 0);
  assert(strcat(a, " you") == a && strcmp(a, "hello you") == 0);
  assert(strncat(a, "there", 2) == a && strcmp(a, "hello youth") == 0);
  memset(a, 'x', sizeof a);
  assert(strncpy(a, hello, 8) == a);
  assert(a[5] == 0 && a[7] == 0 && a[8] == 'x');
  strncpy(a, hello, 2);
  assert(a[0] == 'h' && a[2] == 'l');
  assert(stpcpy(a, hello) == a + 5);
  assert(stpncpy(a, "abc", 2) == a + 2);

  assert(strchr(hello, 'l') == hello + 2 && strchr(hello, 'z') == 0);
  assert(strchr(hello, 0) == hello + 5);
  assert(strrchr(hello, 'l') == hello + 3 && strrchr(hello, 'z') == 0);
  assert(index(hello, 'o') == hello + 4 && rindex(hello, 'h') == hello);
  assert(strchrnul(hello, 'z') == hello + 5);
  assert(strstr(hello, "ll") == hello + 2 && strstr(hello, "lo!") == 0);
  assert(strstr(hello, "") == hello);
  assert(strcasestr(hello, "LL") == hello + 2);
  assert(strspn(hello, "hel") == 4 && strcspn(hello, "ol") == 2);
  assert(strcspn(hello, "z") == 5 && strspn(hello, "") == 0);
  assert(strpbrk(hello, "ol") == hello + 2 && strpbrk(hello, "z") == 0);
  assert(strcmp(strerror(2), "No such file or directory") == 0);
  assert(strcmp(strerror(12345), "Unknown error 12345") == 0);
}
