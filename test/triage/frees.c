// Memory that is freed under an access: what is reported as a race is shown by
// the use after free, also where a lock keeps the two apart. Behind it nobody
// knows what a program does: the searches try, and say so.
// RUN: %rbcc %s -o %t.bc
// RUN: %python %S/places.py %s "L1 <> L4" "L2 <> L4" "L3 <> L5" > %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --json=%t.json
// RUN: %python %S/verdicts.py %t.json | FileCheck %s
// CHECK: W1 race confirmed
// CHECK: W2 race confirmed
// CHECK: W3 race refuted-bounded [up to an error, 

// A report of another kind of error at such a place is not about that.
// RUN: %python %S/places.py %s "warning W1 point" "  fails-with arithmetic" "  thread" "    at L1" "end" > %t.other
// RUN: %exits 1 rbcheck %t.bc --locs %t.other --json=%t.other.json
// RUN: %python %S/verdicts.py %t.other.json | FileCheck --check-prefix=OTHER %s
// OTHER-NOT: confirmed
// OTHER: W1 point
// OTHER-NOT: confirmed

// The twin, which joins before it frees, has none of them.
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc --locs %t.locs --json=%t.fixed.json
// RUN: %python %S/verdicts.py %t.fixed.json | FileCheck --check-prefix=FIXED %s
// FIXED: W1 race refuted [
// FIXED: W2 race refuted [
// FIXED: W3 race refuted [
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int *p, total;
static sem_t turn;
static void *worker(void *arg) {
  int *mine = arg;
  *mine = 1; // L1
  pthread_mutex_lock(&mu);
  *mine = 2; // L2
  pthread_mutex_unlock(&mu);
  sem_wait(&turn);
  total = 1; // L3
  return 0;
}
int main(void) {
  pthread_t t;
  p = malloc(sizeof *p);
  sem_init(&turn, 0, 0);
  pthread_create(&t, 0, worker, p);
  total = 2; // L5
  sem_post(&turn);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  pthread_mutex_lock(&mu);
  free(p); // L4
  pthread_mutex_unlock(&mu);
#ifndef FIXED
  pthread_join(t, 0);
#endif
  return 0;
}
