// In gdb both accesses of a race are on the stacks, and nothing has happened.
// REQUIRES: gdb
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json %t.bc > %t.out
// RUN: %exits 0 rbreplay --gdb %t.json -- -batch -ex "print count" > %t.gdb 2>&1
// RUN: FileCheck %s < %t.gdb
#include <pthread.h>

static int count = 40;

static void *increment(void *arg) {
  count++;
  return arg;
}

static void *decrement(void *arg) {
  count--;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, decrement, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
// CHECK: here rbcheck saw data-race in T{{[12]}} at {{.*}}gdb-race.c:
// CHECK: rbcheck_failed_here
// CHECK-DAG: in increment (arg=0x0) at {{.*}}gdb-race.c:12
// CHECK-DAG: in decrement (arg=0x0) at {{.*}}gdb-race.c:17
// CHECK-DAG: in main () at {{.*}}gdb-race.c:25
// CHECK: $1 = 40
