// What ends a path early hides nothing that threads touched before: an assumption
// that does not hold, and an endless loop.
//
// RUN: %rbcc -DASSUME %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --steps=access --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DSPIN %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// CHECK: error: data race on `x`
#include <pthread.h>
#include <rbcheck.h>
#include <semaphore.h>
static sem_t s;
static int x, y;
static void *gate(void *arg) {
  sem_post(&s);
#ifdef ASSUME
  y = 1;
  rb_assume(0);
#else
  while (!y)
    ;
#endif
  return arg;
}
static void *writer(void *arg) {
  sem_wait(&s);
  x = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, gate, 0);
  pthread_create(&t, 0, writer, 0);
  return x;
}
