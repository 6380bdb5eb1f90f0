// Functions that are called __VERIFIER_atomic_... are one atomic section, also
// one in the other; those of another name are not.
// RUN: %rbcc -DNAME=__VERIFIER_atomic_add %s -o %t.bc
// RUN: %exits 0 rbcheck --check=-data-race %t.bc
// RUN: %rbcc -DNAME=plain_add %s -o %t-plain.bc
// RUN: %exits 1 rbcheck --check=-data-race --trace=%t.json %t-plain.bc | FileCheck %s
// RUN: %rbcc -DNAME=__VERIFIER_atomic_add -DWRONG %s -o %t-wrong.bc
// RUN: %exits 1 rbcheck --check=-data-race --trace=%t.json %t-wrong.bc | FileCheck --check-prefix=WRONG %s
// RUN: %exits 1 rbreplay --native %t.json
// CHECK: error: assertion failed: n == 4
// WRONG: begin atomic section
#include <assert.h>
#include <pthread.h>

static int n;

static int __VERIFIER_atomic_get(void) { return n; }

static void NAME(int by) {
  if (by == 0)
    return;
  int old = __VERIFIER_atomic_get();
  n = old;
  n = old + by;
}

static void *run(void *arg) {
  NAME(0);
  NAME(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
#ifdef WRONG
  assert(__VERIFIER_atomic_get() == 4);
#endif
  pthread_join(t, 0);
  assert(n == 4);
}
