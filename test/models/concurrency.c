// The level that was asked for is kept.
// RUN: %native %s -o %t.exe && %t.exe
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  assert(pthread_getconcurrency() == 0);
  assert(pthread_setconcurrency(-1) == EINVAL);
  assert(pthread_setconcurrency(3) == 0);
  assert(pthread_getconcurrency() == 3);
}
