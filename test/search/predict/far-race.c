// The two accesses are far apart in every execution that is easy to come by: one
// at the beginning of a thread, one at the end of another. FIXED takes the lock.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=predict:runs=1 --json=%t.json %t.bc \
// RUN:   | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 2 rbcheck --search=predict:runs=3 %t.fixed.bc \
// RUN:   | FileCheck --check-prefix=FIXED %s
// FIXED: inconclusive: recorded executions, and orders predicted from them
#include <pthread.h>
#define ROUNDS 40
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int sum, flag;

static void work(void) {
  for (int i = 0; i < ROUNDS; ++i) {
    pthread_mutex_lock(&mu);
    sum = sum + 1;
    pthread_mutex_unlock(&mu);
  }
}

static void *early(void *arg) {
#ifdef FIXED
  pthread_mutex_lock(&mu);
#endif
  flag = 1; // CHECK-DAG: far-race.c:[[#@LINE]]
#ifdef FIXED
  pthread_mutex_unlock(&mu);
#endif
  work();
  return arg;
}

static void *late(void *arg) {
  work();
#ifdef FIXED
  pthread_mutex_lock(&mu);
#endif
  flag = 2; // CHECK-DAG: far-race.c:[[#@LINE]]
#ifdef FIXED
  pthread_mutex_unlock(&mu);
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, early, 0);
  pthread_create(&b, 0, late, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
