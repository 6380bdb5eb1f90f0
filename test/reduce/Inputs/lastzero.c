// Thread 0 looks for the last zero of an array; thread i sets a[i] to a[i-1] + 1
// ("lastzero" of the papers on source sets and optimal reduction).
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a[N + 1];

static void *look(void *arg) {
  int i = N;
  while (atomic_load(&a[i]) != 0)
    --i;
  return arg;
}
static void *set(void *arg) {
  long i = (long)arg;
  atomic_store(&a[i], atomic_load(&a[i - 1]) + 1);
  return 0;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], 0, look, 0);
  for (long i = 1; i <= N; ++i)
    pthread_create(&threads[i], 0, set, (void *)i);
  for (int i = 0; i <= N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
