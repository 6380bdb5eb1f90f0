// A use after free that shows in some schedules only.
// RUN: %exits 1 rbcheck %s | FileCheck %s

#include <pthread.h>
#include <stdlib.h>

static int *volatile shared;

// CHECK: error: {{.*}}freed memory
static void *use(void *arg) {
  __atomic_fetch_add(shared, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t thread;
  shared = calloc(1, sizeof *shared);
  pthread_create(&thread, 0, use, 0);
  free(shared);
  pthread_join(thread, 0);
}
