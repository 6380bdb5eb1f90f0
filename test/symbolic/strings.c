// String functions on bytes that are inputs say what plain C says of them, for
// every value; each settles only what it depends on.
// RUN: %exits 0 rbcheck %s --cflags=-DT=1 | FileCheck %s
// RUN: %exits 1 rbcheck %s --cflags=-DT=1 --cflags=-DWRONG \
// RUN:   | FileCheck %s --check-prefix=WRONG
// RUN: %exits 0 rbcheck %s --cflags=-DT=2 | FileCheck %s
// RUN: %exits 1 rbcheck %s --cflags=-DT=2 --cflags=-DWRONG \
// RUN:   | FileCheck %s --check-prefix=WRONG
// RUN: %exits 0 rbcheck %s --cflags=-DT=3 | FileCheck %s
// RUN: %exits 1 rbcheck %s --cflags=-DT=3 --cflags=-DWRONG \
// RUN:   | FileCheck %s --check-prefix=WRONG
// RUN: %exits 0 rbcheck %s --cflags=-DT=4 | FileCheck %s
// RUN: %exits 1 rbcheck %s --cflags=-DT=4 --cflags=-DWRONG \
// RUN:   | FileCheck %s --check-prefix=WRONG
// RUN: %exits 0 rbcheck %s --cflags=-DT=5 | FileCheck %s
// RUN: %exits 1 rbcheck %s --cflags=-DT=5 --cflags=-DWRONG \
// RUN:   | FileCheck %s --check-prefix=WRONG
// RUN: %exits 1 rbcheck %s --cflags=-DT=6 --symbolic-args=1,3 \
// RUN:   | FileCheck %s --check-prefix=ARGS
// CHECK: no-error
// CHECK-NOT: Not exact
// WRONG: error: assertion failed: n != 2
// ARGS: error: assertion failed: argv[1][1] != 'q'
#define _GNU_SOURCE
#include <assert.h>
#include <rbcheck.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#define N 3
int main(int argc, char **argv) {
  char s[N + 1], t[8] = "aB";
  rb_symbolic(s, N, "s");
  s[N] = 0;
  size_t n = 0;
  while (s[n])
    ++n;
#if T == 1
  assert(strlen(s) == n);
  assert(strnlen(s, 2) == (n < 2 ? n : 2));
#elif T == 2
  int d = 0;
  for (size_t i = 0; i < 3; ++i) {
    d = (unsigned char)s[i] - (unsigned char)t[i];
    if (d || !s[i])
      break;
  }
  assert(strcmp(s, t) == d);
  assert(strncmp(s, t, 1) == (unsigned char)s[0] - 'a');
  assert((strcasecmp(s, t) == 0) ==
         ((s[0] | 32) == 'a' && (s[1] | 32) == 'b' && !s[2]));
  assert((memcmp(s, t, 3) == 0) == (d == 0));
#elif T == 3
  char *p = strchr(s, 'x'), *q = strrchr(s, 'x');
  for (size_t i = 0; i < n; ++i)
    assert(s[i] != 'x' || (p && p <= s + i && q >= s + i));
  assert(!p == !q && (!p || (*p == 'x' && *q == 'x')));
  assert(memchr(s, 0, N + 1) == s + n);
#elif T == 4
  char *p = strstr(s, "ab");
  if (p)
    assert(p[0] == 'a' && p[1] == 'b');
  else
    assert(n < 2 || ((s[0] != 'a' || s[1] != 'b') &&
                     (s[1] != 'a' || s[2] != 'b')));
  size_t in = strspn(s, "ab"), out = strcspn(s, "ab");
  for (size_t i = 0; i < in; ++i)
    assert(s[i] == 'a' || s[i] == 'b');
  assert(in == n || (s[in] != 'a' && s[in] != 'b'));
  assert(out == n || s[out] == 'a' || s[out] == 'b');
#elif T == 5
  char b[16];
  strcpy(b, s);
  strcat(b, "!");
  assert(strlen(b) == n + 1 && b[n] == '!' && b[0] == (n ? s[0] : '!'));
  strncpy(b, s, 2);
  assert(b[0] == s[0] && b[1] == (n ? s[1] : 0));
  memset(b, s[0], 4);
  assert(b[3] == s[0]);
#elif T == 6
  if (argc > 1 && strlen(argv[1]) == 3 && !strncmp(argv[1], "x", 1))
    assert(argv[1][1] != 'q');
#endif
#ifdef WRONG
  assert(n != 2);
#endif
}
