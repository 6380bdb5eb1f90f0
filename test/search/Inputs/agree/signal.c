// A signal's handler sees a half made update of the thread that it interrupts.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static volatile int a, b;
static void look(int number) { assert(a == b || number == 0); }
static void *work(void *arg) {
  a = 1;
  b = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  signal(SIGUSR1, look);
  pthread_create(&t, 0, work, 0);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, 0);
}
