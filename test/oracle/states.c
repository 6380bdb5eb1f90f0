// The exact number of states. main has the operations create, load a, load t, join,
// return, and leaves the process; the thread stores a and returns. A state is how
// far each of them is, and what main saw:
//   main before the create                                     1
//   main before its load of a: the thread has done 0, 1, 2     3
//   main before its load of t: saw 0 with 0, 1, 2 done;
//                              saw 1 with 1, 2 done            5
//   main before the join: the same                             5
//   main before the return; before it leaves: saw 0 or 1   2 + 2
// RUN: %clang -g -O0 -emit-llvm -c %s -o %t.bc
// RUN: %exits 0 rbcheck-oracle --verbose %t.bc | FileCheck %s
// CHECK: exit 0
// CHECK-NEXT: exit 1
// CHECK-NEXT: complete
// CHECK-NEXT: states 18, eager {{[0-9]+}}; the clocks saw no race
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a;
static pthread_t t;
static void *set(void *arg) {
  a = 1;
  return arg;
}
int main(void) {
  pthread_create(&t, 0, set, 0);
  int seen = a;
  pthread_join(t, 0);
  return seen;
}
