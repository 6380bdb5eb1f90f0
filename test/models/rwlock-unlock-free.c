// A read-write lock is unlocked that nobody holds.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <pthread.h>

int main(void) {
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  // CHECK: error: {{.*}}unlocks a read-write lock that is not locked
  pthread_rwlock_unlock(&lock);
}
