// Dekker's core: under interleaving semantics not both can read 0.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *left(void *arg) { atomic_store(&x, 1); a = atomic_load(&y); return arg; }
static void *right(void *arg) { atomic_store(&y, 1); b = atomic_load(&x); return arg; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, left, 0);
  pthread_create(&t, 0, right, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return a * 2 + b;
}
