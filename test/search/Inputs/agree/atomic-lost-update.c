// Atomic load and store, not an atomic increment: 1 or 2.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *inc(void *arg) {
  int old = atomic_load(&n);
  atomic_store(&n, old + 1);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
  pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return n;
}
