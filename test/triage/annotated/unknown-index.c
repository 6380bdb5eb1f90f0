// Which element of an array is meant is unknown, within bounds that were asked
// for: each is tried. The locks are those of the elements, but in one place.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static struct {
  int right, wrong;
  pthread_mutex_t mutex;
} all[6];
static void require(int condition) {
  if (!condition)
    exit(0);
}
static void *other(void *arg) {
  int i = __VERIFIER_nondet_int();
  require(0 <= i && i < 6);
  pthread_mutex_lock(&all[i].mutex);
  all[i].right++; // NORACE
  pthread_mutex_unlock(&all[i].mutex);
  pthread_mutex_lock(&all[0].mutex);
  all[i].wrong++; // RACE!
  pthread_mutex_unlock(&all[0].mutex);
  return arg;
}
int main(void) {
  pthread_t t;
  int i = __VERIFIER_nondet_int();
  require(0 <= i && i < 6);
  for (int k = 0; k < 6; k++)
    pthread_mutex_init(&all[k].mutex, 0);
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&all[i].mutex);
  all[i].right++; // NORACE
  if (i == 4)
    all[i].wrong++; // RACE!
  pthread_mutex_unlock(&all[i].mutex);
  pthread_join(t, 0);
  return 0;
}
