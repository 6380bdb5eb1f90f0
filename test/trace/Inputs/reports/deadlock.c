#include <pthread.h>
static pthread_mutex_t fork_[3] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER};

static void *dine(void *arg) {
  long me = (long)arg;
  pthread_mutex_lock(&fork_[me]);
  pthread_mutex_lock(&fork_[(me + 1) % 3]);
  pthread_mutex_unlock(&fork_[(me + 1) % 3]);
  pthread_mutex_unlock(&fork_[me]);
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&t[i], 0, dine, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
}
