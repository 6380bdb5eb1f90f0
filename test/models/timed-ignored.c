// Who ignores that a timed lock can give up works without the lock.
// RUN: %rbcc -DLOOK=0 %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
// RUN: %rbcc -DLOOK=1 %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *unused) {
  struct timespec soon = {1, 0};
  int error = pthread_mutex_timedlock(&lock, &soon);
  if (LOOK && error)
    return unused;
  ++shared; // CHECK: timed-ignored.c:[[#@LINE]]:{{.*}} error: data race on `shared`
  if (!error)
    pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
