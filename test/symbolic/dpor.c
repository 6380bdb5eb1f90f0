// What one thread decides of an input is known to the others: in another order other
// decisions are left. No search may rely on meeting the same ones.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --all-errors --search=dfs --reduce=off %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=dpor %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=dpor:sets=source %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=dpor:sets=persistent %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=gambit %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=gambit:mode=dpor,sleep=no %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=gambit:mode=dpor %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --all-errors --search=dfs --reduce=on %t.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdatomic.h>
static atomic_int a, b;
static int in;
static void *sets(void *arg) {
  atomic_store(&a, 1);
  if (in > 5)
    atomic_store(&b, 1);
  return arg;
}
static void *looks(void *arg) {
  int v = atomic_load(&a);
  if (in > 3) {
    int w = atomic_load(&b);
    if (in == 7)
      assert(v || !w); // CHECK-DAG: dpor.c:[[#@LINE]]:{{.*}} error: assertion failed
    if (in == 8)
      assert(!v || w); // CHECK-DAG: dpor.c:[[#@LINE]]:{{.*}} error: assertion failed
  }
  return arg;
}
static void *clears(void *arg) {
  if (in > 6)
    atomic_store(&a, 0);
  return arg;
}
int main(void) {
  in = rb_nondet_uchar();
  void *(*const each[])(void *) = {sets, looks, clears};
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, each[i], 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
}
// CHECK: error: 2 errors
