// A mutex is destroyed while it is locked.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <pthread.h>

int main(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  // CHECK: error: {{.*}}destroys a mutex that is locked
  pthread_mutex_destroy(&lock);
}
