// A robust mutex whose owner ended: the next one gets EOWNERDEAD and must make
// it consistent. Unlocked without that, it is lost for everybody.
// RUN: %rbcc -DREPAIR=0 %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
// RUN: %rbcc -DREPAIR=1 %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *dies(void *unused) {
  pthread_mutex_lock(&lock);
  return unused;
}

static void *next(void *unused) {
  int error = pthread_mutex_lock(&lock);
  if (error == ENOTRECOVERABLE)
    return (void *)1;
  if (error == EOWNERDEAD && REPAIR)
    assert(!pthread_mutex_consistent(&lock));
  else
    assert(error == 0 || error == EOWNERDEAD);
  assert(!pthread_mutex_unlock(&lock));
  return 0;
}

int main(void) {
  pthread_mutexattr_t attr;
  int robust;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_getrobust(&attr, &robust);
  assert(robust == PTHREAD_MUTEX_STALLED);
  assert(!pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST));
  assert(pthread_mutexattr_setrobust(&attr, 7) == EINVAL);
  pthread_mutex_init(&lock, &attr);
  assert(pthread_mutex_consistent(&lock) == EINVAL);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, dies, 0);
  pthread_create(&threads[1], 0, next, 0);
  pthread_create(&threads[2], 0, next, 0);
  for (int i = 0; i < 3; ++i) {
    void *result;
    pthread_join(threads[i], &result);
    assert(!result); // CHECK: robust.c:[[#@LINE]]:{{.*}} error: assertion failed
  }
  return 0;
}
