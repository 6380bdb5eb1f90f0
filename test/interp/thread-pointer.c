// __builtin_thread_pointer is a value of its own for every thread.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DSAME %s -o %t-same.bc
// RUN: %exits 1 rbcheck %t-same.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>

static void *self(void *result) {
  *(void **)result = __builtin_thread_pointer();
  return 0;
}

int main(void) {
  pthread_t thread;
  void *other = 0;
  pthread_create(&thread, 0, self, &other);
  pthread_join(thread, 0);
  void *own = __builtin_thread_pointer();
  assert(own == __builtin_thread_pointer());
#ifdef SAME
  assert(own == other); // CHECK: thread-pointer.c:[[#@LINE]]:{{.*}} error: assertion failed
#else
  assert(own && other && own != other);
#endif
}
