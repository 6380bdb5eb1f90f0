// The third thread's section has to come before the second one's: its write lets
// that one make its access while the first one has not written. No order that
// keeps the sections as they were shows it; one that was asked for does. FIXED
// accesses `x` in the sections.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=predict:runs=1 --json=%t.json %t.bc \
// RUN:   | FileCheck %s
// RUN: grep -E '"asked": [1-9]' %t.json
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 2 rbcheck --search=predict:runs=3 %t.fixed.bc
#include <pthread.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *one(void *arg) {
#ifndef FIXED
  x = 1; // CHECK-DAG: solver.c:[[#@LINE]]
#endif
  pthread_mutex_lock(&mu);
#ifdef FIXED
  x = 1;
#endif
  y = 1;
  pthread_mutex_unlock(&mu);
  return arg;
}

static void *two(void *arg) {
  pthread_mutex_lock(&mu);
  int seen = y;
#ifdef FIXED
  if (seen)
    x = 2;
#endif
  pthread_mutex_unlock(&mu);
#ifndef FIXED
  if (seen)
    x = 2; // CHECK-DAG: solver.c:[[#@LINE]]
#endif
  return arg;
}

static void *three(void *arg) {
  pthread_mutex_lock(&mu);
  y = 1;
  pthread_mutex_unlock(&mu);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&c, 0, three, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
