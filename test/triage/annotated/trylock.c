// Only who got the lock may write; the twin does not look at the result.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int right, wrong;
static void *work(void *arg) {
  int failed = pthread_mutex_trylock(&mu);
  wrong++; // RACE!
  if (!failed) {
    right++; // NORACE
    pthread_mutex_unlock(&mu);
  }
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
