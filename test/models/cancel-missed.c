// Without a cancellation point a request has no effect: a loop that waits for
// its end never ends. pthread_testcancel is one.
// RUN: %rbcc -DTEST=1 %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
// RUN: %rbcc -DTEST=0 %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>

static void *work(void *unused) {
  for (int i = 0; i < 2; ++i)
    if (TEST)
      pthread_testcancel();
  return (void *)1;
}

static void *main2(void *thread) {
  pthread_cancel(*(pthread_t *)thread);
  return 0;
}

int main(void) {
  pthread_t thread, other;
  int cancelled = 0;
  pthread_create(&thread, 0, work, 0);
  pthread_create(&other, 0, main2, &thread);
  void *result;
  pthread_join(thread, &result);
  pthread_join(other, 0);
  cancelled = result == PTHREAD_CANCELED;
  assert(cancelled || result == (void *)1);
  if (!TEST)
    assert(cancelled); // CHECK: cancel-missed.c:[[#@LINE]]:{{.*}} error: assertion failed
  return 0;
}
