// Many threads set two variables, one looks between the two. (SCTBench's reorder has
// this form.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef SETTERS
#define SETTERS 99
#endif
static atomic_int a, b;
static void *set(void *arg) {
  a = 1;
  b = -1;
  return arg;
}
static void *look(void *arg) {
  assert((a == 0 && b == 0) || (a == 1 && b == -1));
  return arg;
}
int main(void) {
  static pthread_t setters[SETTERS], looker;
  for (int i = 0; i < SETTERS; i++)
    pthread_create(&setters[i], 0, set, 0);
  pthread_create(&looker, 0, look, 0);
  for (int i = 0; i < SETTERS; i++)
    pthread_join(setters[i], 0);
  pthread_join(looker, 0);
}
