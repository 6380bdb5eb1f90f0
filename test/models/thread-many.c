// Many threads in one run, a few at a time; and the limit, named.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %exits 0 rbcheck --run %t.bc
// RUN: %rbcc -DROUNDS=2100 %s -o %t.more.bc
// RUN: %exits 2 rbcheck %t.more.bc | FileCheck %s
// CHECK: unsupported: more than 2048 threads in one run
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 1200
#endif

static int sum;

static void *add(void *arg) {
  sum += *(int *)arg;
  return arg;
}

int main(void) {
  for (int i = 0; i < ROUNDS; ++i) {
    pthread_t thread;
    int amount = i;
    assert(pthread_create(&thread, 0, add, &amount) == 0);
    assert(pthread_join(thread, 0) == 0);
  }
  assert(sum == ROUNDS * (ROUNDS - 1) / 2);
}
