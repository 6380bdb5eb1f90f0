// Mutexes of all kinds, right and wrong.
// RUN: %oracle NORMAL
// NORMAL: exit 2
// RUN: %oracle RELOCK
// RELOCK: error deadlock
// RUN: %oracle RECURSIVE
// RECURSIVE: exit 2
// RUN: %oracle ERRORCHECK
// ERRORCHECK: exit 2
// RUN: %oracle TWICE
// TWICE: error lock-misuse @again
// RUN: %oracle FOREIGN
// FOREIGN: error lock-misuse @foreign | exit 2
// RUN: %oracle DESTROY
// DESTROY: error lock-misuse @destroy
// RUN: %oracle FRESH
// FRESH: error lock-misuse @fresh
// RUN: %oracle TRY
// TRY: exit 1 | exit 2
// RUN: %oracle ENDED
// ENDED: error deadlock
// RUN: %oracle ORDER
// ORDER: error deadlock | exit 2
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m, second = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *work(void *arg) {
  long me = (long)arg;
#if defined TRY
  if (pthread_mutex_trylock(&m))
    return 0;
#elif defined FOREIGN
  if (me && pthread_mutex_trylock(&m)) {
    pthread_mutex_unlock(&m); // @foreign
    return 0;
  } else if (!me)
    pthread_mutex_lock(&m);
#elif defined ORDER
  pthread_mutex_lock(me ? &second : &m);
  pthread_mutex_lock(me ? &m : &second);
#else
  pthread_mutex_lock(&m);
#endif
#if defined RELOCK || defined RECURSIVE
  pthread_mutex_lock(&m);
#elif defined ERRORCHECK
  assert(pthread_mutex_lock(&m) == EDEADLK);
#endif
  n++;
#ifdef ENDED
  return 0;
#endif
#if defined RECURSIVE || defined RELOCK
  pthread_mutex_unlock(&m);
#endif
  pthread_mutex_unlock(&m);
#ifdef ERRORCHECK
  assert(pthread_mutex_unlock(&m) == EPERM);
#endif
#ifdef TWICE
  pthread_mutex_unlock(&m); // @again
#endif
#ifdef ORDER
  pthread_mutex_unlock(&second);
#endif
  return 0;
}
int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
#ifdef RECURSIVE
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
#elif defined ERRORCHECK
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
#endif
  pthread_mutex_init(&m, &kind);
#ifdef DESTROY
  pthread_mutex_lock(&m);
  pthread_mutex_destroy(&m); // @destroy
#endif
#ifdef FRESH
  pthread_mutex_t *never = malloc(sizeof *never);
  pthread_mutex_lock(never); // @fresh
#endif
#ifdef TWICE
  work(0);
#endif
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)0);
  pthread_create(&b, 0, work, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return n;
}
