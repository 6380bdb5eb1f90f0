// Concurrency Kit's spin lock, which is inline assembly.
// RUN: %rbcc -O0 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -O1 %s -o %t.1.bc
// RUN: %exits 0 rbcheck %t.1.bc
// RUN: %rbcc -DBROKEN -O1 %s -o %t.2.bc
// RUN: %exits 1 rbcheck %t.2.bc | FileCheck %s
// CHECK: error: data race on `counter`
#include <assert.h>
#include <ck_spinlock.h>
#include <pthread.h>

static ck_spinlock_t lock = CK_SPINLOCK_INITIALIZER;
static int counter;

static void *work(void *arg) {
  for (int i = 0; i < 2; i++) {
#ifndef BROKEN
    ck_spinlock_lock(&lock);
#endif
    counter++;
    ck_spinlock_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(counter == 4);
}
