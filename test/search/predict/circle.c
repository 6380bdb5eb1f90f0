// A circle of three locks, predicted from an execution in which each thread was
// through before the next one began. FIXED: all take them in one order.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=predict:runs=1 %t.bc | FileCheck %s
// CHECK: deadlock
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 2 rbcheck --search=predict:runs=3 %t.fixed.bc
#include <pthread.h>
static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static int uses[3];

static void *run(void *arg) {
  int first = (int)(long)arg, second = (first + 1) % 3;
#ifdef FIXED
  if (first > second) {
    int swap = first;
    first = second;
    second = swap;
  }
#endif
  for (int i = 0; i < 5; ++i) {
    pthread_mutex_lock(&locks[first]);
    ++uses[first];
    pthread_mutex_lock(&locks[second]);
    ++uses[second];
    pthread_mutex_unlock(&locks[second]);
    pthread_mutex_unlock(&locks[first]);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, run, (void *)i);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
