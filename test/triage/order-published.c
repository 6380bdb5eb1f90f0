// The object was private when it was filled, and was published by a race: its
// reader races with the writes that filled it, and with the free behind it.
// RUN: %rbcc %s -o %t.bc
// RUN: echo "order-published.c:24 <> order-published.c:38" > %t.locs
// RUN: echo "order-published.c:38 <> order-published.c:28" >> %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs | FileCheck %s
// CHECK: W1{{.*}}CONFIRMED
// CHECK: W2{{.*}}CONFIRMED
// RUN: %rbcc -DATOMIC %s -o %t2.bc
// RUN: %exits 0 rbcheck %t2.bc --locs %t.locs | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: W1{{.*}}refuted
// ATOMIC: W2{{.*}}refuted
#include <pthread.h>
#include <stdlib.h>
#ifdef ATOMIC
#define SHARED _Atomic
#else
#define SHARED
#endif
static int *SHARED published;
static SHARED int isDone;
static void *worker(void *arg) {
  int *object = malloc(sizeof(int));
  *object = 1;
  published = object;
  if (isDone) {
    *object = 2;
    free(object);
    return arg;
  }
  return 0;
}
int main(void) {
  pthread_t t;
  int local = 0;
  pthread_create(&t, 0, worker, 0);
  if (published) {
    local = *published;
    isDone = 1;
  }
  return local > 1;
}
