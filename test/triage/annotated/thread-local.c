// Each thread has its own copy of a thread-local variable; a pointer to one
// makes it shared.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static _Thread_local int own;
static _Thread_local int lent;
static void *other(void *arg) {
  own++;         // NORACE
  *(int *)arg += own; // RACE!
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, &lent);
  own++;  // NORACE
  lent++; // RACE!
  pthread_join(t, 0);
}
