// Errors in one order of many, their traces, and their fixes.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=dpor %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dpor:sets=source %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dpor:sets=persistent %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck --search=dpor %t.fixed.bc
// RUN: %exits 0 rbcheck --search=dpor:sets=source %t.fixed.bc
// RUN: %exits 0 rbcheck --search=dpor:sets=persistent %t.fixed.bc
// RUN: %rbcc -DDEADLOCK %s -o %t.dead.bc
// RUN: %exits 1 rbcheck --search=dpor %t.dead.bc | FileCheck %s --check-prefix=DEAD
// RUN: %exits 0 rbcheck --search=dpor --check=-deadlock %t.dead.bc
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static atomic_int step;

static void *other(void *arg) {
  sem_wait(&room); // whoever comes first waits for nobody
#if defined(FIXED) || defined(DEADLOCK)
  atomic_fetch_add(&step, 1);
#else
  int old = step;
  step = old + 1;
#endif
  sem_post(&room);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  // DEAD: error: deadlock
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

int main(void) {
  sem_init(&room, 0, 2);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, other, 0);
#ifdef DEADLOCK
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
#endif
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  assert(step == 2); // CHECK: error: assertion failed
  return 0;
}
