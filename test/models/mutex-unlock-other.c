// A thread unlocks what another one holds.
// RUN: %exits 1 rbcheck %s | FileCheck %s

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *arg) {
  // CHECK: error: {{.*}}unlocks a mutex that another thread holds
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, 0, unlock, 0);
  pthread_join(thread, 0);
}
