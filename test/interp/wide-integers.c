// Packed bit-fields make clang use integers of odd and large widths.
// RUN: %clang -g -O0 -emit-llvm -c %s -o %t.bc
// RUN: %exits 0 rbcheck --run %t.bc
// RUN: rbcheck --emit=program %t.bc | FileCheck %s
// CHECK: Wide
#include <assert.h>
#pragma pack(1)
struct Packed {
  unsigned long a : 47;
  unsigned b : 30;
  long c : 41;
  int d : 22;
  unsigned e : 9;
  long f : 63;
};
static struct Packed s = {1, 2, -3, 4, 5, -6};
int main(void) {
  s.c -= 7;
  s.e += s.b;
  s.f *= s.d;
  assert(s.a == 1 && s.b == 2 && s.c == -10 && s.d == 4 && s.e == 7);
  assert(s.f == -24);
  struct Packed copy = s;
  copy.a = ~0ul;
  assert(copy.a == (1ul << 47) - 1 && copy.b == 2 && s.a == 1);
  return 0;
}
