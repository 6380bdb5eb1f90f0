// A lock keeps threads apart: exact state counts.
//
// Positions of a thread: L (before the lock), R (before the read of n), W (before
// the write), U (before the unlock), then E (main: at the join, the other
// thread: finished). n is not private to a thread, so its accesses are visible.
// The lock is held in R, W and U: at most one thread is there.
//
//   both outside (L or E each):                     2 * 2 = 4
//   main inside (3 positions), the other in L or E: 3 * 2 = 6
//   the other inside, main in L or E:               3 * 2 = 6
//
// But main inside and the other in E is never reached: main would have to take
// the lock after the other thread has finished, and then it is alone, has
// nothing visible left and runs to the end. The other one is never alone: main
// waits for it.
//
//   16 - 3 = 13 states
//
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --search=bfs --json=- %t.bc 2>/dev/null | FileCheck %s
// CHECK: "states": 13,
#include <pthread.h>
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *inc(void *arg) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, inc, 0);
  inc(0);
  pthread_join(t, 0);
  return 0;
}
