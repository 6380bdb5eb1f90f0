// Two counters that never stop: the state space has no end.
#include <pthread.h>
#include <stdatomic.h>
static atomic_ulong a, b;
static void *count(void *arg) {
  for (;;)
    atomic_fetch_add(&a, 1);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  for (;;)
    atomic_fetch_add(&b, 1);
}
