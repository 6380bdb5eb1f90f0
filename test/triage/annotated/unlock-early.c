// A branch gives the lock back too early; only that branch races.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int count, total;
static void add(int isEarly) {
  pthread_mutex_lock(&mu);
  count++; // NORACE
  if (isEarly) {
    pthread_mutex_unlock(&mu);
    total++; // RACE!
    return;
  }
  total++; // RACE!
  pthread_mutex_unlock(&mu);
}
static void *work(void *arg) {
  add(1);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  add(0);
  pthread_join(t, 0);
}
