// A lock in the struct that it guards; the twin locks another struct's.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
struct account {
  pthread_mutex_t mu;
  int right, wrong;
};
static struct account one = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static struct account two = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static void deposit(struct account *to, struct account *locked) {
  pthread_mutex_lock(&to->mu);
  to->right++; // NORACE
  pthread_mutex_unlock(&to->mu);
  pthread_mutex_lock(&locked->mu);
  to->wrong++; // RACE!
  pthread_mutex_unlock(&locked->mu);
}
static void *other(void *arg) {
  deposit(&one, &two);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  deposit(&one, &one);
  pthread_join(t, 0);
  return one.right + one.wrong > 9; // NORACE
}
