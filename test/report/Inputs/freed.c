#include <pthread.h>
#include <stdlib.h>

static int *shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *use(void *arg) {
  pthread_mutex_lock(&mutex);
  *shared = 1;
  pthread_mutex_unlock(&mutex);
  return arg;
}
int main(void) {
  shared = malloc(sizeof *shared);
  pthread_t a;
  pthread_create(&a, 0, use, 0);
  pthread_mutex_lock(&mutex);
  free(shared);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
}
