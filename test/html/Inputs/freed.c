// A use after free below a call, of memory that was used before.
#include <pthread.h>
#include <stdlib.h>

struct shared_configuration_of_the_server {
  int generation;
  int listeners;
};
static struct shared_configuration_of_the_server *configuration;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void deep(void) { configuration->listeners = 1; }

static void *use(void *arg) {
  pthread_mutex_lock(&mutex);
  deep();
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  configuration = malloc(sizeof *configuration);
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_mutex_lock(&mutex);
  configuration->generation = 7;
  free(configuration);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}
