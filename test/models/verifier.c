// SV-COMP's functions: every bool and byte, a sample of wider values.
// RUN: %exits 2 rbcheck --symbolic=off %s | FileCheck %s

#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int main(void) {
  _Bool flag = __VERIFIER_nondet_bool();
  assert(flag == 0 || flag == 1);
  unsigned char byte = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(byte > 250);
  // CHECK: __VERIFIER_nondet_int: only some of the values are tried (0, 1, -1
  int value = __VERIFIER_nondet_int();
  __VERIFIER_atomic_begin();
  assert(byte <= 255 && value * 0 == 0);
  __VERIFIER_atomic_end();
}
