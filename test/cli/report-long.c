// Long traces are abbreviated: runs of one thread are folded, and the middle is
// left out when there are too many of them.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=dfs %t.bc > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %rbcc -DTURNS=200 %s -o %t.turns.bc
// RUN: %exits 1 rbcheck --search=dfs %t.turns.bc > %t.turns.out
// RUN: FileCheck --check-prefix=TURNS %s < %t.turns.out
// RUN: %python -c "import sys; sys.exit(len(open(sys.argv[1]).readlines()) > 90)" %t.turns.out
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n, turn;
#ifdef TURNS
// The threads take turns: hundreds of short runs.
static void *work(void *arg) {
  int me = arg != 0;
  for (int i = 0; i < TURNS; i++) {
    while (atomic_load(&turn) != me)
      ;
    n++;
    atomic_store(&turn, !me);
  }
  return arg;
}
#else
static void *work(void *arg) {
  for (int i = 0; i < 500; i++)
    n++;
  return arg;
}
#endif
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, (void *)1);
  work(0);
  pthread_join(t, 0);
  assert(n == 7);
  return 0;
}
// CHECK: error: assertion failed: n == 7
// CHECK: How it happens ({{[0-9,]+}} steps, 2 threads, {{[0-9]+}} preemption
// CHECK: ... 498 times the same step{{$}}
// CHECK: ... 498 times the same step{{$}}
// CHECK: ! {{[0-9]+}} assert(n == 7);
// TURNS: ... {{[0-9]+}} times the same {{[0-9]+}} steps{{$}}
// TURNS: ! {{[0-9]+}} assert(n == 7);
