// Going to sleep: who waits says so and looks once more before it sleeps; who has
// news publishes them and looks whether somebody is to be woken. Without a seq_cst
// fence on either side both miss each other, and the sleeper is never woken.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DSLEEPER=memory_order_acq_rel %s -o %t.sleeper.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.sleeper.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.sleeper.bc
// RUN: %rbcc -DWAKER=memory_order_acq_rel %s -o %t.waker.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.waker.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.waker.bc
// CHECK: error: deadlock
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#ifndef SLEEPER
#define SLEEPER memory_order_seq_cst
#endif
#ifndef WAKER
#define WAKER memory_order_seq_cst
#endif
static atomic_int sleeps, news;
static sem_t wake;
static int value;
static void *sleeper(void *arg) {
  atomic_store_explicit(&sleeps, 1, memory_order_relaxed);
  atomic_thread_fence(SLEEPER);
  if (!atomic_load_explicit(&news, memory_order_acquire))
    sem_wait(&wake);
  assert(value == 1);
  return arg;
}
static void *waker(void *arg) {
  value = 1;
  atomic_store_explicit(&news, 1, memory_order_release);
  atomic_thread_fence(WAKER);
  if (atomic_load_explicit(&sleeps, memory_order_relaxed))
    sem_post(&wake);
  return arg;
}
int main(void) {
  pthread_t a, b;
  sem_init(&wake, 0, 0);
  pthread_create(&a, 0, sleeper, 0);
  pthread_create(&b, 0, waker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
