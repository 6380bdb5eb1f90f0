// Attributes on the stack that nobody initialised.
// RUN: %exits 1 rbcheck %s | FileCheck %s

#include <pthread.h>

static void *idle(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_attr_t attr;
  // CHECK: error: {{.*}}thread attribute was never initialised
  pthread_create(&thread, &attr, idle, 0);
  pthread_join(thread, 0);
}
