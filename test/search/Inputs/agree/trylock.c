// trylock fails or not, depending on the schedule.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int got;
static void *hold(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t s;
  pthread_create(&s, 0, hold, 0);
  if (pthread_mutex_trylock(&m) == 0) {
    got = 1;
    pthread_mutex_unlock(&m);
  }
  pthread_join(s, 0);
  return got;
}
