// Waiting for a condition, with and without spurious wake-ups.
// RUN: %oracle RIGHT
// RUN: %oracle RIGHT --spurious=off
// RIGHT: exit 1
// RUN: %oracle IF --spurious=off
// IF: exit 1
// RUN: %oracle IF_WOKEN --spurious=on
// IF_WOKEN: error assertion @assert | exit 1
// RUN: %oracle EARLY
// RUN: %oracle EARLY --spurious=off
// EARLY: error deadlock | exit 1
// RUN: %oracle NO_MUTEX
// NO_MUTEX: error lock-misuse @wait
// RUN: %oracle DESTROYED --spurious=off
// DESTROYED: error lock-misuse @destroy | exit 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;
static void *consumer(void *arg) {
#ifdef EARLY
  if (ready)
    return arg;
#endif
#ifndef NO_MUTEX
  pthread_mutex_lock(&m);
#endif
#if defined IF || defined IF_WOKEN || defined DESTROYED
  if (!ready)
#elif defined EARLY
#else
  while (!ready)
#endif
    pthread_cond_wait(&c, &m); // @wait
#ifdef IF_WOKEN
  assert(ready); // @assert
#endif
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
#ifdef NO_MUTEX
  consumer(0);
#endif
  pthread_create(&t, 0, consumer, 0);
#ifdef DESTROYED
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_destroy(&c); // @destroy
  pthread_mutex_unlock(&m);
#else
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
#endif
  pthread_join(t, 0);
  return ready;
}
