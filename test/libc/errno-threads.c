// Each thread has its own errno, and using it is no scheduling point.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc | FileCheck %s
// CHECK: no-error
// CHECK: {{^}}[[#STATES:]] state
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *number) {
  errno = (int)(long)number;
  for (int i = 0; i < 100; ++i)
    assert(errno == (int)(long)number);
  char *end;
  errno = 0;
  strtol("99999999999999999999999", &end, 10);
  assert(errno == ERANGE);
  return number;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)1);
  pthread_create(&b, 0, work, (void *)2);
  work((void *)3);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
