// A thread that is cancelled in a wait ends there natively, too; its handlers
// run with the mutex held.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --check=assertion --trace=%t.json %t.bc > %t.out
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int isWaiting, handled;

static void release(void *arg) {
  handled++;
  pthread_mutex_unlock(arg);
}

static void *waiter(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(release, &lock);
  isWaiting = 1;
  pthread_cond_wait(&never, &lock);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_cancel(thread);
  void *result;
  pthread_join(thread, &result);
  pthread_mutex_lock(&lock);
  printf("cancelled %d, handled %d\n", result == PTHREAD_CANCELED, handled);
  pthread_mutex_unlock(&lock);
  assert(!isWaiting);
}
// CHECK: cancelled 1, handled 1
// CHECK: here rbcheck saw assertion in T0 {{.*}}!isWaiting
