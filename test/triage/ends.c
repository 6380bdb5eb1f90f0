// Every schedule ends with an error before one place is reached: the verdict is
// open and names it, and the error is the program's.
// RUN: %rbcc %s -o %t.bc
// RUN: %python %S/places.py %s "L1 <> L2" > %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --json=%t.json
// RUN: %python %S/verdicts.py %t.json | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// CHECK: W1 race undecided {{.*}}ends.c:{{[0-9]+}} is not reached{{.*}}assertion at ends.c:
// JSON: "verdict": "error"
// JSON: "kind": "assertion"
#include <assert.h>
#include <pthread.h>
static int done;
static void *worker(void *arg) {
  done = 1; // L1
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  assert(t == 0 && "fails in every schedule");
  done = 2; // L2
  pthread_join(t, 0);
  return 0;
}
