// A normal mutex is locked twice by its owner.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <pthread.h>

int main(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  // CHECK: error: {{.*}}mutex already held by this thread
  pthread_mutex_lock(&lock);
}
