// Behind a misused lock the program goes on as it really does, and so do the
// searches: what comes later is judged.
// RUN: %rbcc %s -o %t.bc
// RUN: echo "behind.c:18 <> behind.c:28" > %t.locs
// RUN: echo "behind.c:20 <> behind.c:30" >> %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --json=%t.json --verbose | FileCheck %s
// RUN: %python %S/verdicts.py %t.json | FileCheck --check-prefix=VERDICTS %s
// VERDICTS: W1 race confirmed
// VERDICTS: W2 race confirmed
// The lock protects nothing any more, since main gives away what it never had.
// CHECK: W1, how it happens
// CHECK: goes on after an error: unlocks a mutex that another
#include <pthread.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *worker(void *arg) {
  pthread_mutex_lock(&mu);
  x = 1;
  pthread_mutex_unlock(&mu);
  y = 2;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_unlock(&mu); // the misuse
  pthread_mutex_lock(&mu);
  x = 3;
  pthread_mutex_unlock(&mu);
  y = 4;
  pthread_join(t, 0);
  return 0;
}
