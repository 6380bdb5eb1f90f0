// A condition that is not checked is named beside the verdict.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc --locs %S/Inputs/require.locs --json=%t.json | FileCheck %s
// CHECK: W1 race
// CHECK-SAME: CONFIRMED
// CHECK: 'require locks-held' is not checked: the verdict is on the
// CHECK-NOT: 'require parked'
#include <pthread.h>
static int shared;
static void *other(void *arg) {
  shared = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  shared = 2;
  pthread_join(t, 0);
}
