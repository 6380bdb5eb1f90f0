// Code behind conditions that are never true, or that only a failed call would
// lead to, is not applicable; behind an error it is not (ends.c).
// RUN: %rbcc %s -o %t.bc
// RUN: %python %S/places.py %s "L1 <> *" "L2 <> *" > %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --json=%t.json
// RUN: %python %S/verdicts.py %t.json | FileCheck %s
// CHECK: W1 race not-applicable [static-dead.c:{{[0-9]+}} is never executed, whatever the schedule]
// CHECK: W2 race confirmed
#include <pthread.h>
#include <stdlib.h>
static int count;
static pthread_mutex_t m;
static void *worker(void *arg) {
  void *memory = malloc(16);
  if (!memory)
    count++; // L1
  if (arg)
    count++; // L2
  return memory;
}
int main(void) {
  pthread_t t, u;
  if (pthread_mutex_init(&m, 0))
    return 1;
  pthread_create(&t, 0, worker, &t);
  pthread_create(&u, 0, worker, &u);
}
