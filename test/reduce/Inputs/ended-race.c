// Main reads what a thread that has ended wrote, without waiting for it.
#include <pthread.h>
int x;
static void *run(void *arg) {
  x = 1;
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
#ifdef FIXED
  pthread_join(thread, 0);
#endif
  return x;
}
