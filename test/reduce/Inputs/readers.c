// One thread writes, N read: each reader comes before or after it, 2^N orders.
// This is where sets of first steps alone are not enough to avoid paths that are
// followed in vain (the example of the paper on source sets, section 1).
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *arg) {
  atomic_store(&x, 1);
  return arg;
}
static void *reader(void *arg) {
  (void)atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[N], 0, writer, 0);
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, reader, 0);
  for (int i = 0; i <= N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
