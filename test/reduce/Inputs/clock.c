// Asks for the time in two threads.
#include <pthread.h>
#include <time.h>
static void *run(void *arg) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  run(0);
  pthread_join(thread, 0);
}
