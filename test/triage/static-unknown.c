// Functions that are defined nowhere can do what others can do with what they can name
// or are given, and no more: a lock that is held at both places still excludes, as long
// as they could not have given it back.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck-pairs %t.bc | FileCheck %s
// RUN: %python %S/places.py %s "L1 <> *" "L2 <> *" "L3 <> *" "L4 <> *" "L2 <> L2" > %t.locs
// RUN: %exits 2 rbcheck --max-states=1 %t.bc --locs %t.locs --json=%t.json
// RUN: %python %S/verdicts.py %t.json | FileCheck --check-prefix=ANY %s
// Whoever can name the variable may touch it without the lock.
// ANY: W1 race refuted [`own` is held at both
// ANY: W2 race undecided
// ANY: W3 race undecided
// ANY: W4 race undecided
// ANY: W5 race refuted [`own` is held at both
#include <pthread.h>
void unknown(void);
void look(void *object);
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t shown = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t named = PTHREAD_MUTEX_INITIALIZER, across = PTHREAD_MUTEX_INITIALIZER;
static int a, looked, early;
int b, c, d, e;

static void *worker(void *arg) {
  pthread_mutex_lock(&own);
  a++; // L1
  b++; // L2 CHECK-DAG: excluded static-unknown.c:[[#@LINE]] static-unknown.c:[[#@LINE]] `own` is held at both
  unknown();
  c++; // CHECK-DAG: excluded static-unknown.c:[[#@LINE]] static-unknown.c:[[#@LINE]] `own` is held at both
  looked++; // L3
  pthread_mutex_unlock(&own);

  pthread_mutex_lock(&named);
  d++; // CHECK-DAG: excluded static-unknown.c:[[#@LINE]] static-unknown.c:[[#@LINE]] `named` is held at both
  pthread_mutex_unlock(&named);

  pthread_mutex_lock(&across);
  unknown();
  e++; // CHECK-DAG: open static-unknown.c:[[#@LINE]] static-unknown.c:[[#@LINE]]
  pthread_mutex_unlock(&across);

  pthread_mutex_lock(&shown);
  unknown();
  d = 1; // CHECK-DAG: open static-unknown.c:[[#@LINE]] static-unknown.c:[[#@LINE]]
  pthread_mutex_unlock(&shown);
  return arg;
}
// It may be called by them, by any number of threads.
void callback(void) {
  e = 2; // CHECK-DAG: open static-unknown.c:[[#@LINE]] static-unknown.c:[[#@LINE]]
}
int main(void) {
  pthread_t t;
  early = 1; // L4
  look(&shown);
  look(&looked);
  pthread_create(&t, 0, worker, 0);
  worker(0);
}
