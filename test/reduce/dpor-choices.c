// Alternatives of one step are all taken, wherever the step is moved to: two
// threads with three values each, in two orders at the counter.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dpor %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --search=dpor:sets=source %t.bc | FileCheck %s
// RUN: rbcheck-reference --traces %t.bc | FileCheck %s --check-prefix=TRACES
// RUN: %rbcc -DBUG %s -o %t.bug.bc
// RUN: %exits 1 rbcheck --search=dpor %t.bug.bc | FileCheck %s --check-prefix=BUG
// RUN: %exits 1 rbcheck --search=dpor:sets=source %t.bug.bc | FileCheck %s --check-prefix=BUG
// RUN: %exits 1 rbcheck --search=dpor:sets=persistent %t.bug.bc | FileCheck %s --check-prefix=BUG
// CHECK: {{^}}18 executions:
// TRACES: 18 traces
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdatomic.h>

static atomic_int sum = 1;

static void *change(void *arg) {
  int value = (int)rb_choose(3);
#ifdef BUG
  sum = sum * 2 + value;
#else
  atomic_fetch_add(&sum, value);
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
#ifdef BUG
  change(0);
#else
  int value = (int)rb_choose(3);
  atomic_fetch_add(&sum, value);
#endif
  pthread_join(thread, 0);
#ifdef BUG
  assert(sum != 10); // BUG: error: assertion failed: sum != 10
#endif
  return 0;
}
