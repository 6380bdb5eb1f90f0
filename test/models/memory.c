// memcpy and its relatives.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
  char a[16], b[16];
  memset(a, 1, sizeof a);
  bzero(a + 8, 8);
  assert(memcpy(b, a, sizeof a) == b);
  assert(memcmp(a, b, sizeof a) == 0);
  assert(bcmp(a, b, sizeof a) == 0);
  b[15] = 1;
  assert(memcmp(a, b, 15) == 0 && memcmp(a, b, 16) < 0);
  assert(memcmp(b, a, 16) > 0);
  assert(mempcpy(b, "abc", 3) == b + 3);
  for (int i = 0; i < 16; ++i)
    a[i] = i;
  memmove(a + 2, a, 8);
  assert(a[2] == 0 && a[9] == 7 && a[10] == 10);
  memmove(a, a + 2, 8);
  assert(a[0] == 0 && a[7] == 7);
  bcopy(a, b, 4);
  assert(b[3] == a[3]);
  assert(memchr(a, 7, 16) == a + 7 && memchr(a, 99, 16) == 0);
  memset(a, 5, 16);
  assert(memrchr(a, 5, 16) == a + 15 && memrchr(a, 6, 16) == 0);
  assert(memmem("hello", 5, "ll", 2) != 0);
  assert(memccpy(b, "a:b", ':', 3) == b + 2);
}
