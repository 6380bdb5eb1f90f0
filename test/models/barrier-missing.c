// One barrier per round is not enough: reading races with the next round.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// CHECK: error: {{data race|assertion failed}}
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int parts[2], serial;

static void *work(void *arg) {
  long me = (long)arg;
  for (int round = 1; round <= 2; ++round) {
    parts[me] = round;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
      __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
    assert(parts[!me] == round);
  }
  return 0;
}

int main(void) {
  pthread_t a;
  assert(pthread_barrier_init(&barrier, 0, 2) == 0);
  pthread_create(&a, 0, work, (void *)1);
  work(0);
  pthread_join(a, 0);
  assert(serial == 2);
  assert(pthread_barrier_destroy(&barrier) == 0);
}
