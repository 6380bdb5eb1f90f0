// A mutex on the stack that nobody initialised.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <pthread.h>

int main(void) {
  pthread_mutex_t lock;
  // CHECK: error: {{.*}}mutex was never initialised
  pthread_mutex_lock(&lock);
}
