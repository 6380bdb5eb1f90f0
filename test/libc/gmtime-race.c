// gmtime returns one object for all threads; gmtime_r does not.
// RUN: %rbcc -DREENTRANT=0 %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
// RUN: %rbcc -DREENTRANT=1 %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <time.h>

static void *work(void *year) {
  time_t time = (long)year * 366 * 86400;
  struct tm own, *parts = REENTRANT ? gmtime_r(&time, &own) : gmtime(&time);
  assert(parts->tm_year == 70 + (int)(long)year);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, (void *)1);
  work((void *)2);
  pthread_join(thread, 0);
  return 0;
}
