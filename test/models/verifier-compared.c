// An unknown int that the program only compares with constants: one value of
// each kind stands for all, so nothing is left out and rare values are found.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DRARE %s -o %t2.bc
// RUN: %exits 1 rbcheck %t2.bc | FileCheck %s
// RUN: %rbcc -DCOMPUTED %s -o %t3.bc
// RUN: %exits 2 rbcheck --symbolic=off %t3.bc | FileCheck --check-prefix=SAMPLED %s
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
static int kind(int value) {
  switch (value) {
  case -5:
    return 1;
  case 700:
    return 2;
  default:
    return 3;
  }
}
int main(void) {
  int seen = 0;
  if (__VERIFIER_nondet_int())
    seen = 1;
  int value = __VERIFIER_nondet_int();
  if (value < 1234567 && value >= 1234566)
    seen += 2;
  unsigned large = __VERIFIER_nondet_uint();
  if (large > 4000000000u && 77 != large)
    seen += 4;
  assert(seen >= 0 && seen < 8);
#ifdef RARE
  assert(seen != 7); // CHECK: verifier-compared.c:[[#@LINE]]:{{.*}} error: assertion failed
#endif
#ifdef COMPUTED
  // SAMPLED: __VERIFIER_nondet_int: only some of the values are tried
  seen = kind(2 * __VERIFIER_nondet_int());
#endif
  return seen > 9 && kind(seen);
}
