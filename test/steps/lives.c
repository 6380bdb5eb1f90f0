// The end of an object's life counts as a write of all of it. The use comes first
// in every order of large steps, since the user begins; it is found that it could
// come later.
//
// RUN: %rbcc -DHEAP %s -o %t.heap.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.heap.bc | FileCheck %s --check-prefix=HEAP
// RUN: %rbcc -DSTACK %s -o %t.stack.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.stack.bc | FileCheck %s --check-prefix=STACK
// RUN: %rbcc -DHEAP -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.fixed.bc | FileCheck %s --check-prefix=FIXED
// RUN: %rbcc -DSTACK -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.fixed.bc | FileCheck %s --check-prefix=FIXED
// FIXED: no-error
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static sem_t posted, done;
static int *p;
static void *user(void *arg) {
  sem_wait(&posted);
  int value = *p; // HEAP: lives.c:[[#@LINE]]:{{.*}} error: read from freed memory
                  // STACK: lives.c:[[#@LINE-1]]:{{.*}} error: read from {{.*}}local
#ifdef FIXED
  sem_post(&done);
#endif
  return value ? arg : 0;
}
static void lend(void) {
#ifdef HEAP
  p = malloc(sizeof(int));
#else
  int local;
  p = &local;
#endif
  *p = 1;
  sem_post(&posted);
#ifdef FIXED
  sem_wait(&done);
#else
  sched_yield();
#endif
#ifdef HEAP
  free(p);
#endif
}
int main(void) {
  pthread_t t;
  sem_init(&posted, 0, 0);
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, user, 0);
  lend();
  pthread_join(t, 0);
  return 0;
}
