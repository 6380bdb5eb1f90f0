// Numbers read from bytes that are inputs: the result is a term, only where the
// digits end is settled. 0x and 0 change the base.
// RUN: %exits 0 rbcheck %s --cflags=-DT=1 | FileCheck %s
// RUN: %exits 0 rbcheck %s --cflags=-DT=2 | FileCheck %s
// RUN: %exits 1 rbcheck %s --cflags=-DT=3 | FileCheck %s --check-prefix=WRONG
// CHECK: no-error
// CHECK-NOT: Not exact
// WRONG: error: assertion failed: atoi(s) != -42
#include <assert.h>
#include <rbcheck.h>
#include <stdlib.h>
#define N 3
int main(void) {
  char s[N + 1], *end;
  rb_symbolic(s, N, "s");
  s[N] = 0;
#if T == 1
  rb_assume(s[0] != ' ' && (s[0] < 9 || s[0] > 13));
  long v = strtol(s, &end, 10);
  assert(atoi(s) == v && v >= -99 && v <= 999);
  if (s[0] >= '0' && s[0] <= '9' && s[1] == '7' && !s[2])
    assert(v == (s[0] - '0') * 10 + 7 && end == s + 2);
  if (s[0] == '-' && s[1] == '5' && s[2] == 'z')
    assert(v == -5 && end == s + 2);
#elif T == 2
  rb_assume(s[0] == '0');
  long v = strtol(s, &end, 0);
  if (s[1] == 'x' && s[2] == 'f')
    assert(v == 15 && end == s + 3);
  if (s[1] == '1' && s[2] == '1')
    assert(v == 9);
  if (s[1] == 'x' && s[2] == 'g')
    assert(v == 0 && end == s + 1);
  assert(v >= 0 && v < 64);
#elif T == 3
  assert(atoi(s) != -42);
#endif
}
