// Two threads with two visible operations each: exact state counts.
//
// main is parked before y++ (line a), y++ (line b) or the join, the other thread
// before x++, x++ or it has finished; the values of x and y follow from that.
// All 3 * 3 pairs are reachable: 9 states. Every operation but the join can be
// taken in each of them. main alone has nothing visible to do: from the three
// states in which the other thread has finished, it runs to the end in one step.
//
//   steps of main:  from 2 positions, while the other has not finished (2): 4;
//                   from 3 positions to the end, when it has:               3
//   steps of the other: 2, for each of main's 3 positions:                  6
//
// 13 steps, of which 8 find a new state, 3 end, and 2 meet a known one.
//
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --search=bfs --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --reduce=off %t.bc | FileCheck --check-prefix=TEAM %s
// TEAM: All 9 reachable states were visited.
// RUN: %exits 0 rbcheck --search=dfs --visited=exact --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --search=dfs --visited=fp64 --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --search=dfs --order=random --json=- %t.bc 2>/dev/null | FileCheck %s
// CHECK: "states": 9,
// CHECK-NEXT: "revisits": 2,
// CHECK-NEXT: "transitions": 13,
// CHECK-NEXT: "executions": 3,
// CHECK-NEXT: "executions_blocked": 0,
// CHECK-NEXT: "tree_nodes": 0,
// CHECK-NEXT: "tree_nodes_most": 0,
// CHECK: "max_depth": 5,
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *other(void *arg) {
  x++;
  x++;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  y++; // a
  y++; // b
  pthread_join(t, 0);
  return 0;
}
