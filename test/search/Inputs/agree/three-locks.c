// Three philosophers with two meals too few forks: can deadlock.
#include <pthread.h>
static pthread_mutex_t fork_[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *eat(void *arg) {
  long i = (long)arg;
  pthread_mutex_lock(&fork_[i]);
  pthread_mutex_lock(&fork_[1 - i]);
  pthread_mutex_unlock(&fork_[1 - i]);
  pthread_mutex_unlock(&fork_[i]);
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, eat, (void *)0);
  pthread_create(&t, 0, eat, (void *)1);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
