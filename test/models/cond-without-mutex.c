// Waiting needs the mutex.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <pthread.h>

int main(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
  // CHECK: error: {{.*}}waits on a condition variable without holding the mutex
  pthread_cond_wait(&changed, &lock);
}
