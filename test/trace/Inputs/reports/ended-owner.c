#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *forget(void *arg) {
  pthread_mutex_lock(&m);
  return arg;
}
static void *wait_for_it(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, forget, 0);
  pthread_create(&b, 0, wait_for_it, 0);
  pthread_join(a, 0);
  return 0;
}
