// A lock keeps threads apart: exact state counts.
//
// Positions: L (before lock), U (before unlock), then E (main: at the join, the
// other thread: finished). The increment is not visible while ... only one
// thread can reach it, but it is memory that both can reach, so there is a
// position I (before the read), W (before the write) between L and U as well.
// The lock is held in I, W and U: at most one thread is there.
//
//   both outside (L or E each):                     2 * 2 = 4
//   main inside (3 positions), the other in L or E: 3 * 2 = 6
//   the other inside, main in L or E:               3 * 2 = 6
//
// But when the other thread has finished, main is alone and has nothing
// visible left: of main's inner positions with the other in E none is reached.
// The other one is never alone: main waits for it.
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
