// A semaphore of one unit excludes, one of two does not.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
#include <semaphore.h>
static sem_t one, two;
static int right, wrong;
static void *work(void *arg) {
  sem_wait(&one);
  right++; // NORACE
  sem_post(&one);
  sem_wait(&two);
  wrong++; // RACE!
  sem_post(&two);
  return arg;
}
int main(void) {
  pthread_t t;
  sem_init(&one, 0, 1);
  sem_init(&two, 0, 2);
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
