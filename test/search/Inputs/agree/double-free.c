// Both threads free.
#include <pthread.h>
#include <stdlib.h>
static void *p;
static void *drop(void *arg) { free(p); return arg; }
int main(void) {
  pthread_t s, t;
  p = malloc(4);
  pthread_create(&s, 0, drop, 0);
  pthread_create(&t, 0, drop, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
