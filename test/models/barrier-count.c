// A barrier made for one thread more than there are never opens.
// RUN: %rbcc -DCOUNT=3 %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
// RUN: %rbcc -DCOUNT=2 %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *meet(void *unused) {
  int serial = pthread_barrier_wait(&barrier); // CHECK: error: deadlock
  assert(serial == 0 || serial == PTHREAD_BARRIER_SERIAL_THREAD);
  return (void *)(long)(serial != 0);
}

int main(void) {
  assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
  pthread_barrier_init(&barrier, 0, COUNT);
  pthread_t thread;
  void *serial;
  pthread_create(&thread, 0, meet, 0);
  long mine = (long)meet(0);
  pthread_join(thread, &serial);
  assert(mine + (long)serial == 1);
  pthread_barrier_destroy(&barrier);
  return 0;
}
