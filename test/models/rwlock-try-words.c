// The report says of a try-lock whether it was successful, for reading, too.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: try-lock l: taken
// CHECK: try-lock l: taken
// CHECK: try-lock l: busy
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int n;

static void *run(void *arg) {
  int first = pthread_rwlock_tryrdlock(&l);
  int second = pthread_rwlock_tryrdlock(&l);
  int third = pthread_rwlock_trywrlock(&l);
  n = 1 + first + second + third;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(n == 1);
}
