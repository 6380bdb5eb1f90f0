// Two waiters, one broadcast; without spurious wake-ups.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, seen;
static void *waiter(void *arg) {
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  ++seen;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, waiter, 0);
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return seen;
}
