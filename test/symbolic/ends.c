// A path that ends behind a decision on an input keeps others from going on: they are
// tried before it, although nothing else orders them.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=dfs --reduce=off %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs --reduce=on %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dpor %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dpor:sets=persistent %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=gambit:mode=dpor %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=gambit:mode=dpor,sleep=no %t.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdatomic.h>
static atomic_int a, b;
static int in;
static void *ends(void *arg) {
  atomic_store(&a, 1);
  if (in > 5)
    rb_assume(0);
  return arg;
}
static void *fails(void *arg) {
  (void)atomic_load(&b);
  assert(in != 7); // CHECK: ends.c:[[#@LINE]]:{{.*}} error: assertion failed
  return arg;
}
int main(void) {
  in = rb_nondet_uchar();
  pthread_t one, other;
  pthread_create(&one, 0, ends, 0);
  pthread_create(&other, 0, fails, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
