// Indices that are inputs: a table is looked up as one term, each element that is
// written is an alternative, and all outside of the object are one.
// RUN: %exits 0 rbcheck %s --cflags=-DT=1 | FileCheck %s
// RUN: %exits 0 rbcheck %s --cflags=-DT=2 | FileCheck %s
// RUN: %exits 0 rbcheck %s --cflags=-DT=3 | FileCheck %s
// RUN: %exits 0 rbcheck %s --cflags=-DT=4 | FileCheck %s
// RUN: %exits 1 rbcheck %s --cflags=-DT=5 | FileCheck %s --check-prefix=STORE
// RUN: %exits 1 rbcheck %s --cflags=-DT=6 | FileCheck %s --check-prefix=LOAD
// RUN: %exits 1 rbcheck %s --cflags=-DT=7 | FileCheck %s --check-prefix=FILL
// RUN: %exits 1 rbcheck %s --cflags=-DT=8 | FileCheck %s --check-prefix=AROUND
// CHECK: no-error
// CHECK-NOT: Not exact
// STORE: error: write to address {{.*}}, where there is no object
// LOAD: error: read of 4 bytes at offset {{[0-9]+}} of an object of 64 bytes
// AROUND: error: assertion failed: cells[3] == 0
// FILL: error: write of {{[0-9]+}} bytes at offset 0 of an object of 8
#include <assert.h>
#include <ctype.h>
#include <rbcheck.h>
#include <string.h>
static const int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
static int cells[100];
int main(void) {
  unsigned char c;
  rb_symbolic(&c, 1, "c");
  int i = 0;
  rb_symbolic(&i, sizeof i, "i");
#if T == 1
  assert(!isdigit(c) == !(c >= '0' && c <= '9'));
  assert(!isalpha(c) == !((c | 32) >= 'a' && (c | 32) <= 'z'));
  assert(toupper(c) == (c >= 'a' && c <= 'z' ? c - 32 : c));
#elif T == 2
  if (i >= 0 && i < 16)
    assert((table[i] == 9) == (i == 5 || i == 12 || i == 14));
#elif T == 3
  rb_assume(i >= 10 && i < 14);
  cells[i] = 7;
  assert(cells[10] + cells[11] + cells[12] + cells[13] == 7);
#elif T == 4
  char b[8] = {0};
  rb_assume(i >= 0 && i <= 8);
  memset(b, c, i);
  for (int k = 0; k < 8; ++k)
    assert(b[k] == (k < i ? (char)c : 0));
#elif T == 5
  rb_assume(i < 2);
  cells[i] = 7;
#elif T == 6
  rb_assume(i > 14);
  assert(table[i] == 3);
#elif T == 7
  char b[8];
  rb_assume(i > 7 && i < 20);
  memset(b, c, i);
#elif T == 8
  // Addresses are computed modulo 2^64.
  unsigned long k = rb_nondet_ulong();
  rb_assume(k >> 62 == 1 && k << 2 < 20 && i);
  cells[k] = 7;
  assert(cells[3] == 0);
#endif
}
