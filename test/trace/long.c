// A trace of 100,000 steps is written, replayed and stepped through like any
// other; the report is short.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=dfs --trace=%t.json %t.bc > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %python -c "import sys; sys.exit(len(open(sys.argv[1]).readlines()) > 60)" %t.out
// RUN: grep -c '"step":[0-9]*,"text":"update n' %t.json | FileCheck --check-prefix=COUNT %s
// RUN: printf 'goto 60000\nprint n\nback 20000\nprint n\n' | %exits 1 rbreplay --step %t.json | FileCheck --check-prefix=STEP %s
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *work(void *arg) {
  for (int i = 0; i < 50000; i++)
    n++;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  assert(n != 100000);
}
// CHECK: error: assertion failed
// CHECK: How it happens (100,00{{[0-9]}} steps, 2 threads, 0 preemptions)
// CHECK: ... 49,9{{[0-9]+}} times the same step
// COUNT: {{^}}100000{{$}}
// STEP: 60000/
// STEP: n = 599
// STEP: 40000/
// STEP: n = 399
