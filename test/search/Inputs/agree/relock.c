// A thread takes its own lock twice.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static void *twice(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&a);
  return arg;
}
int main(void) {
  pthread_t s;
  pthread_create(&s, 0, twice, 0);
  pthread_join(s, 0);
  return 0;
}
