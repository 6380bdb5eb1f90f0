// An unlock of a pointer without a value may be one of the lock that is held.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static int data;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
  pthread_mutex_t *unknown;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(unknown);
  data++; // RACE!
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  data++; // RACE!
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
  return 0;
}
