// Other threads may run on until exit has ended the process.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void *check(void *arg) {
  if (atomic_load(&done))
    assert(!"seen"); // CHECK: exit-race.c:[[#@LINE]]:{{.*}} error: assertion failed
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, check, 0);
  atomic_store(&done, 1);
  exit(0);
}
