// A thread that is cancelled while it holds a lock, without a clean-up handler,
// leaves the lock held: whoever wants it next waits for ever.
// RUN: %rbcc -DCLEAN=0 %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
// RUN: %rbcc -DCLEAN=1 %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
#if CLEAN
  pthread_cleanup_push(unlock, &lock);
  sleep(1);
  pthread_cleanup_pop(1);
#else
  sleep(1);
  unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_cancel(thread);
  pthread_join(thread, 0);
  pthread_mutex_lock(&lock); // CHECK: cancel-lock-held.c:[[#@LINE]]:{{.*}} error: deadlock
  pthread_mutex_unlock(&lock);
  return 0;
}
