// A thread cancelled in pthread_cond_wait holds the mutex again when its
// handlers run. The handler that forgets to unlock leaves it locked.
// RUN: %rbcc -DUNLOCKS=0 %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
// RUN: %rbcc -DUNLOCKS=1 %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiters;

static void leave(void *unused) {
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  --waiters;
  if (UNLOCKS)
    pthread_mutex_unlock(&lock);
}

static void *wait(void *unused) {
  pthread_mutex_lock(&lock);
  ++waiters;
  pthread_cleanup_push(leave, 0);
  for (;;)
    pthread_cond_wait(&cond, &lock);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait, 0);
  pthread_cancel(thread);
  void *result;
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  pthread_mutex_lock(&lock); // CHECK: cancel-cond.c:[[#@LINE]]:{{.*}} error: deadlock
  assert(waiters == 0);
  pthread_mutex_unlock(&lock);
  return 0;
}
