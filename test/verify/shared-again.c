// A shared object gets a pointer to a private one while a single thread lives; then
// a second thread starts again and finds it.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --verbose %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// CHECK-DAG: local objects on
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct Box {
  atomic_int *item;
};
static struct Box *box;
static void *first(void *arg) {
  assert(box->item == 0);
  return arg;
}
static void *second(void *arg) {
  int seen = *box->item;
  assert(seen == 2); // CHECK-DAG: shared-again.c:[[#@LINE]]:{{.*}} error: assertion failed
  return arg;
}
int main(void) {
  pthread_t t;
  box = calloc(1, sizeof *box);
  pthread_create(&t, 0, first, 0);
  pthread_join(t, 0);
  atomic_int *item = malloc(sizeof *item);
  *item = 1;
  box->item = item;
#ifdef FIXED
  *item = 2;
#endif
  pthread_create(&t, 0, second, 0);
  *item = 2;
  pthread_join(t, 0);
  return 0;
}
