// The time may be up although the signal came meanwhile.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *produce(void *arg) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct timespec soon = {0, 0};
  int result = 0;
  pthread_create(&thread, 0, produce, 0);
  pthread_mutex_lock(&lock);
  while (!ready && result == 0)
    result = pthread_cond_timedwait(&changed, &lock, &soon);
  assert(result == 0 || result == ETIMEDOUT);
  assert(!(ready && result == ETIMEDOUT)); // CHECK: cond-timed-late.c:[[#@LINE]]:{{.*}} error: assertion failed
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
