// A plain mtx_t is locked twice by its owner.
// RUN: %exits 1 rbcheck %s | FileCheck %s

#include <threads.h>

int main(void) {
  mtx_t lock;
  mtx_init(&lock, mtx_plain);
  mtx_lock(&lock);
  // CHECK: error: {{.*}}mutex already held by this thread
  mtx_lock(&lock);
}
