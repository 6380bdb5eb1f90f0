#include <pthread.h>
#include <stdlib.h>
struct job {
  int id;
  struct job *next;
};
static struct job *first;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *drop(void *arg) {
  pthread_mutex_lock(&m);
  free(first);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  first = calloc(1, sizeof *first);
  pthread_create(&t, 0, drop, 0);
  pthread_mutex_lock(&m);
  int id = first->next ? 1 : 0;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return id;
}
