// The same with the other thread joined first.
// RUN: %exits 0 rbcheck %s
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void *check(void *arg) {
  if (atomic_load(&done))
    assert(!"seen");
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, check, 0);
  pthread_join(thread, 0);
  atomic_store(&done, 1);
  exit(0);
}
