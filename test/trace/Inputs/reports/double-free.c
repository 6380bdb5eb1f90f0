#include <pthread.h>
#include <stdlib.h>
static void *_Atomic buffer;

static void *release(void *arg) {
  if (buffer) {
    free(buffer);
    buffer = 0;
  }
  return arg;
}
int main(void) {
  pthread_t t;
  buffer = malloc(16);
  pthread_create(&t, 0, release, 0);
  release(0);
  pthread_join(t, 0);
}
