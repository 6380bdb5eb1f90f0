// A spin lock is locked twice by its owner.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <pthread.h>

int main(void) {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  // CHECK: error: {{.*}}spin lock already held by this thread
  pthread_spin_lock(&lock);
}
