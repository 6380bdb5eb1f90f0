// Data handed over by a condition; the twin is written after the signal.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t isReady = PTHREAD_COND_INITIALIZER;
static int ready, before, after;
static void *producer(void *arg) {
  before = 1; // NORACE
  pthread_mutex_lock(&mu);
  ready = 1; // NORACE
  pthread_cond_signal(&isReady);
  pthread_mutex_unlock(&mu);
  after = 1; // RACE!
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  pthread_mutex_lock(&mu);
  while (!ready) // NORACE
    pthread_cond_wait(&isReady, &mu);
  pthread_mutex_unlock(&mu);
  int sum = before; // NORACE
  sum += after;     // RACE!
  pthread_join(t, 0);
  return sum > 9;
}
