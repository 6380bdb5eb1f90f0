// main may leave before the thread has done anything.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int n;
static void *work(void *arg) { atomic_store(&n, 1); atomic_store(&n, 2); return arg; }
int main(void) {
  pthread_t s;
  pthread_create(&s, 0, work, 0);
  exit(atomic_load(&n));
}
