// A thread that joins another is joined itself: both are over then. The twin only
// makes the inner thread.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static int right, wrong;
static void *inner(void *arg) {
  ++*(int *)arg; // RACE!
  return 0;
}
static void *innerRight(void *arg) {
  ++*(int *)arg; // NORACE
  return 0;
}
static void *joins(void *arg) {
  pthread_t t;
  pthread_create(&t, 0, innerRight, arg);
  pthread_join(t, 0);
  return 0;
}
static void *leaves(void *arg) {
  pthread_t t;
  pthread_create(&t, 0, inner, arg);
  pthread_detach(t);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, joins, &right);
  pthread_join(a, 0);
  right++; // NORACE
  pthread_create(&b, 0, leaves, &wrong);
  pthread_join(b, 0);
  wrong++; // RACE!
}
