// An assertion that fails if a read sees another write of the same execution:
// between the two sections of a transfer the sum is not what it was. FIXED has
// one section.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=predict:runs=1 %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 2 rbcheck --search=predict:runs=3 %t.fixed.bc
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int from = 10, to, rounds;

static void *work(void *arg) {
  for (int i = 0; i < 10; ++i) {
    pthread_mutex_lock(&mu);
    ++rounds;
    pthread_mutex_unlock(&mu);
  }
  return arg;
}

static void *transfer(void *arg) {
  work(0);
  pthread_mutex_lock(&mu);
  from -= 3;
#ifndef FIXED
  pthread_mutex_unlock(&mu);
  pthread_mutex_lock(&mu);
#endif
  to += 3;
  pthread_mutex_unlock(&mu);
  return arg;
}

static void *audit(void *arg) {
  work(0);
  pthread_mutex_lock(&mu);
  assert(from + to == 10); // CHECK: sight.c:[[#@LINE]]:{{.*}}assertion
  pthread_mutex_unlock(&mu);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, transfer, 0);
  pthread_create(&b, 0, audit, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
