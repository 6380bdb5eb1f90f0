// Whichever thread is late fails: reads freed memory, or frees it twice.
#include <pthread.h>
#include <stdlib.h>
int *shared;
static void *run(void *arg) {
  int *mine = shared;
  int value = *mine;
  free(mine);
  return arg + value;
}
int main(void) {
  pthread_t thread;
  shared = calloc(1, sizeof *shared);
  pthread_create(&thread, 0, run, 0);
  free(shared);
  pthread_join(thread, 0);
}
