// A condition variable may be destroyed, and its memory used for something else,
// as soon as all waiters are woken, though they have not left.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DEARLY %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
#include <pthread.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, waits;
static void *wait(void *arg) {
  pthread_mutex_lock(&lock);
  waits = 1;
  while (!ready)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait, 0);
  pthread_mutex_lock(&lock);
#ifdef EARLY
  memset(&changed, 0, sizeof changed); // CHECK: woken-wait.c:{{.*}}data race on `changed
#endif
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (waits) { // nobody will wait any more
    pthread_cond_destroy(&changed);
    memset(&changed, 1, sizeof changed);
  }
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
