// A key that nobody made, or that was deleted, is EINVAL and holds nothing.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DWRONG %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

int main(void) {
  pthread_key_t key = 7;
  int here;
  printf("%d\n", pthread_setspecific(key, &here) == EINVAL);
  printf("%d\n", pthread_key_delete(key) == EINVAL);
  pthread_key_create(&key, 0);
  printf("%d\n", pthread_setspecific(key, &here));
  pthread_key_delete(key);
  printf("%d\n", pthread_setspecific(key, &here) == EINVAL);
#ifdef WRONG
  assert(pthread_getspecific(key)); // CHECK: specific-unknown.c:[[#@LINE]]:{{.*}} error: assertion failed
#endif
  printf("%d\n", pthread_getspecific(key) == 0);
}
