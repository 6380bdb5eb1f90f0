// Accesses that race, and the ways in which they do not.
// RUN: %oracle PLAIN
// PLAIN: error data-race @inc @inc | exit 1 | exit 2
// RUN: %oracle LOCKED
// LOCKED: exit 2
// RUN: %oracle ATOMIC
// ATOMIC: exit 2
// RUN: %oracle HALF
// HALF: error data-race @inc @half | exit 1 | exit 2
// RUN: %oracle JOINED
// JOINED: exit 2
// RUN: %oracle FLAG
// FLAG: exit 1 | exit 2
// RUN: %oracle BYTES
// BYTES: exit 2
// RUN: %oracle OVERLAP
// OVERLAP: error data-race @inc @wide | exit 1
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
#ifdef ATOMIC
static atomic_int n[2];
#else
static int n[2];
#endif
static void *inc(void *arg) {
#if defined LOCKED || defined HALF
  pthread_mutex_lock(&m);
#endif
  n[0]++; // @inc
#if defined LOCKED || defined HALF
  pthread_mutex_unlock(&m);
#endif
  flag = 1;
  return arg;
}
static void *other(void *arg) {
#if defined HALF
  n[0]++; // @half
#elif defined FLAG
  if (flag)
    n[0]++;
#elif defined BYTES
  n[1]++;
#elif defined OVERLAP
  int copy[2];
  memcpy(copy, n, sizeof copy); // @wide
#else
  return inc(arg);
#endif
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
#ifdef JOINED
  pthread_join(a, 0);
#endif
  pthread_create(&b, 0, other, 0);
#ifndef JOINED
  pthread_join(a, 0);
#endif
  pthread_join(b, 0);
#ifdef OVERLAP
  return n[0];
#else
  return n[0] + n[1];
#endif
}
