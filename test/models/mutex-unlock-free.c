// A mutex is unlocked that nobody holds.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <pthread.h>

int main(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  // CHECK: error: {{.*}}unlocks a mutex that is not locked
  pthread_mutex_unlock(&lock);
}
