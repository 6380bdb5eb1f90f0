// A pointer that reaches the other thread encoded: the object looks private to its
// maker, and the search has to notice that it is not.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
static atomic_uintptr_t secret;
static void *reader(void *arg) {
  uintptr_t value = secret;
  if (value) {
    atomic_int *p = (atomic_int *)(value ^ 0x5555555555555555);
    int seen = *p;
    assert(seen == 2); // CHECK: hidden-pointer.c:[[#@LINE]]:{{.*}} error: assertion failed
  }
  return arg;
}
int main(void) {
  pthread_t t;
  atomic_int *p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&t, 0, reader, 0);
#ifdef FIXED
  *p = 2;
#endif
  secret = (uintptr_t)p ^ 0x5555555555555555;
  *p = 2;
  pthread_join(t, 0);
  free(p);
  return 0;
}
