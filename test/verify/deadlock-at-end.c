// A thread is left behind in a wait when main returns, and nobody is there to
// wake it. Not reported: detached threads, which wait for work until the process
// ends; a wait with a time limit; while another thread could wake it; when the
// program says exit() in the middle of things.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DWAIT="sem_wait(&s)" %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=SEM %s
// RUN: %rbcc -DWAIT="pthread_barrier_wait(&b)" %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=BARRIER %s
// RUN: %rbcc -DDETACHED %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DWAIT="sem_timedwait(&s, &late)" %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DOTHER %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DEXITS %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// CHECK: error: the process exits while thread 1 can never run again: it waits in pthread_cond_wait(&c), and no thread is left to wake it
// SEM: error: the process exits while thread 1 can never run again: it waits in sem_wait(&s), and no thread is left to wake it
// BARRIER: error: the process exits while thread 1 can never run again: it waits in pthread_barrier_wait(&b), and no thread is left to wake it
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t b;
static sem_t s;
static struct timespec late = {2000000000, 0};
static atomic_int n;

#ifndef WAIT
#define WAIT pthread_cond_wait(&c, &m)
#endif

static void *await(void *arg) {
  pthread_mutex_lock(&m);
  for (;;)
    WAIT;
}

static void *other(void *arg) {
  for (;;)
    n = !n;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, await, 0);
#ifdef DETACHED
  pthread_detach(t);
#endif
#ifdef OTHER
  pthread_create(&t, 0, other, 0);
#endif
#ifdef EXITS
  exit(0);
#endif
}
