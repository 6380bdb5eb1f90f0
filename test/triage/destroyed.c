// To destroy a lock that another thread uses is wrong, although no two plain
// accesses meet: never refuted as harmless.
// RUN: %rbcc %s -o %t.bc
// RUN: %python %S/places.py %s "L1 <> L2" > %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --json=%t.json
// RUN: %python %S/verdicts.py %t.json | FileCheck %s
// CHECK: W1 race undecided
// The twin destroys it when the thread has ended.
// RUN: %rbcc -DFIXED %s -o %t2.bc
// RUN: %exits 0 rbcheck %t2.bc --locs %t.locs --json=%t2.json
// RUN: %python %S/verdicts.py %t2.json | FileCheck --check-prefix=FIXED %s
// FIXED: W1 race refuted
#include <pthread.h>
static pthread_mutex_t mu;
static void *worker(void *arg) {
  pthread_mutex_lock(&mu); // L1
  pthread_mutex_unlock(&mu);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_mutex_init(&mu, 0);
  pthread_create(&t, 0, worker, 0);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  pthread_mutex_destroy(&mu); // L2
#ifndef FIXED
  pthread_join(t, 0);
#endif
  return 0;
}
