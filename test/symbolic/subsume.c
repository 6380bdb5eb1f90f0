// A state is left out if an equal one was seen for all that its inputs can be:
// behind each `if (rb_choose(2))` the value has been looked at or not.
// RUN: %rbcheck %s --search=dfs --symbolic-subsume=on > %t.on
// RUN: %rbcheck %s --search=dfs --symbolic-subsume=off > %t.off
// RUN: FileCheck %s < %t.on --check-prefixes=BOTH,ON
// RUN: FileCheck %s < %t.off --check-prefixes=BOTH,OFF
// RUN: not %rbcheck %s --search=dfs --symbolic-subsume=on --cflags=-DWRONG \
// RUN:   | FileCheck %s --check-prefix=WRONG
// BOTH: no-error
// ON: {{^}}10 states
// OFF: {{^}}111 states
// WRONG: error: assertion failed: x != 77
// WRONG: input: rb_nondet_int() was 77
#include <assert.h>
#include <rbcheck.h>
static int isSmall(int x, int bound) { return x < bound; }
int main(void) {
  int x = rb_nondet_int();
  for (int bound = 10; bound < 60; bound += 10)
    if (rb_choose(2))
      isSmall(x, bound) ? (void)0 : rb_yield();
#ifdef WRONG
  assert(x != 77);
#endif
  return x & 1;
}
