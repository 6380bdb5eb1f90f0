// Unlocks what another thread holds, in some schedules.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *hold(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t s;
  pthread_create(&s, 0, hold, 0);
  pthread_mutex_unlock(&m);
  pthread_join(s, 0);
  return 0;
}
