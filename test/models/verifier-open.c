// Where more is made of an unknown int than answers, for more values than can be
// tried, the result says so: in memory that others read, as a part of a product,
// handed out, kept from one turn of a loop to the next, compared with what is
// not a constant.
// RUN: %rbcc -DSTORED %s -o %t.bc
// RUN: %exits 2 rbcheck --symbolic=off %t.bc | FileCheck %s
// RUN: %rbcc -DCOMPUTED %s -o %t.bc
// RUN: %exits 2 rbcheck --symbolic=off %t.bc | FileCheck %s
// RUN: %rbcc -DRETURNED %s -o %t.bc
// RUN: %exits 2 rbcheck --symbolic=off %t.bc | FileCheck %s
// RUN: %rbcc -DPRINTED %s -o %t.bc
// RUN: %exits 2 rbcheck --symbolic=off %t.bc | FileCheck %s
// RUN: %rbcc -DKEPT %s -o %t.bc
// RUN: %exits 2 rbcheck --symbolic=off %t.bc | FileCheck %s
// RUN: %rbcc -DCOMPARED %s -o %t.bc
// RUN: %exits 2 rbcheck --symbolic=off %t.bc | FileCheck %s
// RUN: %rbcc -DJUMPED %s -o %t.bc
// RUN: %exits 2 rbcheck --symbolic=off %t.bc | FileCheck %s
// RUN: %rbcc %s -o %t2.bc
// RUN: %exits 0 rbcheck %t2.bc
// CHECK: __VERIFIER_nondet_int: only some of the values are tried
#include <setjmp.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

static int shared;
static jmp_buf back;

static int get(int value) { return value; }
static int open(void) { return __VERIFIER_nondet_int(); }

int main(int count, char **words) {
#ifdef STORED
  shared = __VERIFIER_nondet_int();
  return shared == 1000;
#elif defined(COMPUTED)
  return get(__VERIFIER_nondet_int()) * 3 == 3000;
#elif defined(RETURNED)
  return open() == 1000;
#elif defined(PRINTED)
  printf("%d\n", __VERIFIER_nondet_int());
#elif defined(KEPT)
  int old = 0;
  for (int i = 0; i < 2; i++) {
    int value = __VERIFIER_nondet_int();
    if (i == 1 && old == 1000)
      return 1;
    old = value;
  }
#elif defined(COMPARED)
  return __VERIFIER_nondet_int() == count;
#elif defined(JUMPED)
  int value = __VERIFIER_nondet_int();
  if (setjmp(back) == 0)
    return value == 1000;
#else
  return get(__VERIFIER_nondet_int()) == 1000;
#endif
  return shared && words && sizeof(back) == 1;
}
