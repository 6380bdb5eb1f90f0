// A mutex is used after it was destroyed.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <pthread.h>

int main(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_destroy(&lock);
  // CHECK: error: {{.*}}mutex was destroyed
  pthread_mutex_lock(&lock);
}
