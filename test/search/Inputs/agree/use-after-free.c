// One thread frees what the other reads.
#include <pthread.h>
#include <stdlib.h>
static int *p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *drop(void *arg) {
  pthread_mutex_lock(&m);
  free(p);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t s;
  int value;
  p = malloc(sizeof *p);
  *p = 3;
  pthread_create(&s, 0, drop, 0);
  pthread_mutex_lock(&m);
  value = *p;
  pthread_mutex_unlock(&m);
  pthread_join(s, 0);
  return value;
}
