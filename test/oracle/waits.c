// Semaphores, barriers, once.
// RUN: %oracle SEMAPHORE
// SEMAPHORE: exit 7
// RUN: %oracle SEM_EARLY
// SEM_EARLY: error data-race @give @take | exit 0 | exit 7
// RUN: %oracle SEM_NEVER
// SEM_NEVER: error deadlock
// RUN: %oracle BARRIER
// BARRIER: exit 7
// RUN: %oracle BARRIER_COUNT
// BARRIER_COUNT: error deadlock
// RUN: %oracle ONCE
// ONCE: exit 7
// RUN: %oracle ONCE_NOT
// ONCE_NOT: error data-race @make @look | exit 0 | exit 7
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static pthread_barrier_t b;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int data, got;
static void make(void) {
  data += 7; // @make
}
static void *give(void *arg) {
#if defined ONCE || defined ONCE_NOT
  pthread_once(&once, make);
#else
  data = 7; // @give
#endif
#if defined BARRIER || defined BARRIER_COUNT
  pthread_barrier_wait(&b);
#elif !defined SEM_NEVER
  sem_post(&s);
#endif
  return arg;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
#ifdef SEM_EARLY
  sem_post(&s);
#endif
#ifdef BARRIER_COUNT
  pthread_barrier_init(&b, 0, 3);
#else
  pthread_barrier_init(&b, 0, 2);
#endif
  pthread_create(&t, 0, give, 0);
#if defined BARRIER || defined BARRIER_COUNT
  pthread_barrier_wait(&b);
#elif defined ONCE
  pthread_once(&once, make);
#elif !defined ONCE_NOT
  sem_wait(&s);
#endif
#ifdef ONCE_NOT
  got = data; // @look
#else
  got = data; // @take
#endif
  pthread_join(t, 0);
  return got;
}
