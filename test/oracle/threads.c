// Threads: results, threads that make threads, detached ones, and misuse.
// RUN: %oracle RESULT
// RESULT: exit 5
// RUN: %oracle NESTED
// NESTED: exit 5
// RUN: %oracle DETACHED
// DETACHED: exit 0 | exit 5
// RUN: %oracle TWICE
// TWICE: error lock-misuse @second
// RUN: %oracle JOIN_DETACHED
// JOIN_DETACHED: error lock-misuse @detached
// RUN: %oracle DETACH_TWICE
// DETACH_TWICE: error lock-misuse @again
// RUN: %oracle SELF
// SELF: error lock-misuse @self
// RUN: %oracle LOCAL
// LOCAL: exit 5
// RUN: %oracle LENT
// LENT: error use-after-return @lent | exit 0 | exit 5
// RUN: %oracle EXITS
// EXITS: exit 3 | exit 5
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Thread_local int own = 2;
static atomic_int n;
static void *leaf(void *arg) {
  own += 3;
#ifdef EXITS
  exit(3);
#endif
#ifdef LENT
  *(atomic_int *)arg = own; // @lent
  n = own;
#endif
  n = own;
  if (arg)
    pthread_exit((void *)(long)own);
  return arg;
}
static void *middle(void *arg) {
  pthread_t t;
  atomic_int local;
  pthread_create(&t, 0, leaf, &local);
#ifdef LENT
  return 0;
#endif
  pthread_join(t, 0);
  return arg;
}
int main(void) {
  pthread_t t;
  void *result = 0;
#if defined SELF
  pthread_join(pthread_self(), 0); // @self
#elif defined NESTED || defined LENT
  pthread_create(&t, 0, middle, 0);
#else
  pthread_create(&t, 0, leaf, (void *)1);
#endif
#if defined DETACHED || defined JOIN_DETACHED || defined DETACH_TWICE
  pthread_detach(t);
#ifdef JOIN_DETACHED
  pthread_join(t, 0); // @detached
#elif defined DETACH_TWICE
  pthread_detach(t); // @again
#endif
  return n;
#endif
#ifdef EXITS
  return 5;
#endif
  pthread_join(t, &result);
#ifdef TWICE
  pthread_join(t, 0); // @second
#elif defined RESULT
  return (int)(long)result;
#elif defined LOCAL
  return own == 2 ? n : 0;
#endif
  return n;
}
