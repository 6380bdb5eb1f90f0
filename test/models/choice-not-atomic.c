// Without them the update is lost.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// CHECK: error: {{data race|assertion failed}}
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>

static volatile int count;

static void *add(void *arg) {
  count = count + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
}
