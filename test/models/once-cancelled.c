// A routine whose thread is cancelled or ends in it has not been run: the next
// thread runs it. A condition variable says when the mutex is not held, if that
// does.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DWRONG %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void routine(void) {
  if (++runs == 1)
    pthread_exit(0);
}

static void *first(void *arg) {
  pthread_once(&once, routine);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, first, 0);
  pthread_join(thread, 0);
  pthread_once(&once, routine);
  pthread_once(&once, routine);
#ifdef WRONG
  assert(runs == 1); // CHECK: once-cancelled.c:[[#@LINE]]:{{.*}} error: assertion failed
#endif
  printf("%d runs\n", runs);
  pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
  printf("%d\n", pthread_cond_wait(&cond, &mutex) == EPERM);
}
