// Bulk accesses race like any other.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// CHECK: error: {{.*}}data race
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char shared[8];

static void *copy(void *arg) {
  memcpy(shared, "abcdefg", 8);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, copy, 0);
  assert(strlen(shared) == 0 || strlen(shared) == 7);
  pthread_join(thread, 0);
}
