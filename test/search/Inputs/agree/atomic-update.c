// Atomic increments: one end.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *inc(void *arg) { atomic_fetch_add(&n, 1); return arg; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
  pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return n;
}
