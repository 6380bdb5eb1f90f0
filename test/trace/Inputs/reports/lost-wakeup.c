#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *consume(void *arg) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&filled, &m);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, consume, 0);
  pthread_mutex_lock(&m);
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
