// Threads that spin on what nobody can change any more, and the same with somebody
// who can: every search says the same.
// RUN: %python %S/twins.py rbcheck "%rbcc" %s %t
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include <rbcheck.h>

static atomic_int go, other, lock;
static volatile int plain;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#if defined FLAG // nobody sets it
static void *first(void *arg) {
  while (!go)
    ;
  return arg;
}
static void *second(void *arg) {
#ifdef OK
  go = 1;
#endif
  return arg;
}
#elif defined EACH // each waits for the other's flag
static void *first(void *arg) {
#ifdef OK
  other = 1;
#endif
  while (!go)
    ;
  other = 1;
  return arg;
}
static void *second(void *arg) {
  while (!other)
    sched_yield();
  go = 1;
  return arg;
}
#elif defined LOCK // a spin lock that a thread ends with
static void take(void) {
  int old = 0;
  while (!atomic_compare_exchange_strong(&lock, &old, 1))
    old = 0;
}
static void *first(void *arg) {
  take();
#ifdef OK
  lock = 0;
#endif
  return arg;
}
static void *second(void *arg) { return first(arg); }
#elif defined TRY // a mutex whose holder has ended
static void *first(void *arg) {
  while (pthread_mutex_trylock(&mutex) != 0)
    ;
#ifdef OK
  pthread_mutex_unlock(&mutex);
#endif
  return arg;
}
static void *second(void *arg) { return first(arg); }
#elif defined POLL // sleeps, but nobody comes
static void *first(void *arg) {
  struct timespec some = {0, 1000000};
  while (!go)
    nanosleep(&some, 0);
  return arg;
}
static void *second(void *arg) {
#ifdef OK
  atomic_store(&go, 1);
#endif
  return arg;
}
#elif defined SAME // stores what is there already
static void *first(void *arg) {
  while (!go)
    other = 0;
  return arg;
}
static void *second(void *arg) {
#ifdef OK
  go = 1;
#endif
  return arg;
}
#elif defined MEMORY // its own memory changes and changes back
static int isSet(int *count) {
  *count = (*count + 1) % 3;
  return go;
}
static void *first(void *arg) {
  int count = 0;
  while (!isSet(&count))
    ;
  return arg;
}
static void *second(void *arg) {
#ifdef OK
  go = 1;
#endif
  return arg;
}
#elif defined LOOP // nothing that others see
static void *first(void *arg) {
#ifndef OK
  for (;;)
    ;
#endif
  return arg;
}
static void *second(void *arg) { return arg; }
#elif defined ALONE // the last thread left; it need not touch its own memory only
static void *first(void *arg) {
#ifndef OK
  for (;;)
    plain = !plain;
#endif
  return arg;
}
static void *second(void *arg) { return arg; }
#elif defined PROGRESS // meant to go on
static void *first(void *arg) {
  while (!go) {
#ifdef OK
    rb_progress();
#endif
  }
  return arg;
}
static void *second(void *arg) { return arg; }
#elif defined CHOICE // driven from outside
static void *first(void *arg) {
  while (!go) {
#ifdef OK
    other = rb_choose(2);
#endif
  }
  return arg;
}
static void *second(void *arg) { return arg; }
#endif

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
#ifdef ALONE
  pthread_detach(a), pthread_detach(b);
  pthread_exit(0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
