// The environment is not locked: setenv beside getenv is a race.
// RUN: %rbcc -DLATE=0 %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
// RUN: %rbcc -DLATE=1 %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
// CHECK: error: data race
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused) {
  getenv("HOME");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  if (LATE)
    pthread_join(thread, 0);
  setenv("HOME", "/", 1);
  if (!LATE)
    pthread_join(thread, 0);
  return 0;
}
