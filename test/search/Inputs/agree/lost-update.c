// Two plain increments: a race, and one update can be lost.
#include <pthread.h>
static int n;
static void *inc(void *arg) { n = n + 1; return arg; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, inc, 0);
  inc(0);
  pthread_join(a, 0);
  return n;
}
