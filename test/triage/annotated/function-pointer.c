// What a thread does is in a table; two entries touch the same variable.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int right, wrong;
static void locked(void) {
  pthread_mutex_lock(&mu);
  right++; // NORACE
  pthread_mutex_unlock(&mu);
}
static void unlocked(void) {
  wrong++; // RACE!
}
static void unused(void) {
  wrong--;
}
static void (*const table[])(void) = {locked, unlocked, unused};
static void *work(void *arg) {
  for (int i = 0; i < 2; i++)
    table[i]();
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
