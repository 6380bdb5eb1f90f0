// Byte order, paths, versions, signal texts.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *dirname(char *);
char *__xpg_basename(char *);

int main(void) {
  const char *paths[] = {"/usr/lib", "/usr/", "usr", "/", ".", "..", "a//b//", "//x", ""};
  for (int i = 0; i < 9; ++i) {
    char a[32], b[32];
    strcpy(a, paths[i]);
    strcpy(b, paths[i]);
    printf("[%s] [%s] [%s]\n", basename(paths[i]), __xpg_basename(a), dirname(b));
  }
  printf("%x %x %x %x\n", htonl(0x12345678), htons(0x1234), ntohl(1), ntohs(2));
  const char *versions[] = {"a1", "a10", "a2", "a01", "a010", "a09", "a0", "a", "b", "1.2", "1.10"};
  for (int i = 0; i < 11; ++i) {
    for (int j = 0; j < 11; ++j) {
      int order = strverscmp(versions[i], versions[j]);
      printf("%d ", order < 0 ? -1 : order > 0);
    }
    printf("\n");
  }
  printf("%s, %s, %s\n", strsignal(6), strsignal(11), strsignal(15));
  char options[] = "rw,size=10,bad";
  char *const tokens[] = {"ro", "rw", "size", 0};
  char *at = options, *value;
  while (*at) {
    int which = getsubopt(&at, tokens, &value);
    printf("%d %s\n", which, value ? value : "-");
  }
  printf("%ld\n", a64l("/.zZ9"));
  return 0;
}
