// Phases between barriers; the twin reads in the phase in which it is written.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static pthread_barrier_t barrier;
static int right, wrong;
static void *work(void *arg) {
  right = 1; // NORACE
  pthread_barrier_wait(&barrier);
  wrong = 1; // RACE!
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, work, 0);
  pthread_barrier_wait(&barrier);
  int sum = right; // NORACE
  sum += wrong;    // RACE!
  pthread_join(t, 0);
  return sum > 9;
}
