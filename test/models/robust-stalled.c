// The same end of an owner with an ordinary mutex is a deadlock.
// RUN: %rbcc -DROBUST=PTHREAD_MUTEX_STALLED %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
// RUN: %rbcc -DROBUST=PTHREAD_MUTEX_ROBUST %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *dies(void *unused) {
  pthread_mutex_lock(&lock);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_setrobust(&attr, ROBUST);
  pthread_mutex_init(&lock, &attr);
  pthread_t thread;
  pthread_create(&thread, 0, dies, 0);
  pthread_join(thread, 0);
  int error = pthread_mutex_lock(&lock); // CHECK: robust-stalled.c:[[#@LINE]]:{{.*}} error: deadlock
  assert(error == EOWNERDEAD);
  return 0;
}
