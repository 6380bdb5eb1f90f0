// No point stands before a division: the processor stops the program there.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json %t.bc > %t.out
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count = 1;

static void *other(void *arg) {
  count = 0;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  int parts = 100 / count;
  // CHECK: here rbcheck saw arithmetic in T0 at {{.*}}division.c:[[#@LINE-1]]
  pthread_join(thread, 0);
  return parts == 0;
}
