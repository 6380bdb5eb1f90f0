// A read-write lock is unlocked by a thread that does not hold it, while another
// one reads: wrong, however often that one holds it, and although the numbers fit
// in the end. Of a thread that reads twice both unlocks are its own.
// RUN: %rbcc -DTIMES=1 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DTIMES=2 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DTIMES=2 -DOWN %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *other(void *arg) {
#ifdef OWN
  pthread_rwlock_rdlock(&l);
#endif
  // CHECK: [[#@LINE+1]]:{{.*}} error: unlocks a read-write lock that other threads hold for reading and this one does not
  pthread_rwlock_unlock(&l);
#ifndef OWN
  pthread_rwlock_rdlock(&l);
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < TIMES; ++i)
    pthread_rwlock_rdlock(&l);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  for (int i = 0; i < TIMES; ++i)
    pthread_rwlock_unlock(&l);
}
