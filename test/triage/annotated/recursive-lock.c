// A recursive lock is held until as many unlocks as locks.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t mu = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int right, wrong;
static void *work(void *arg) {
  pthread_mutex_lock(&mu);
  pthread_mutex_lock(&mu);
  pthread_mutex_unlock(&mu);
  right++; // NORACE
  pthread_mutex_unlock(&mu);
  wrong++; // RACE!
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
