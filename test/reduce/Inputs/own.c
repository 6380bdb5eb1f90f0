// N threads fill an array each, under a mutex each: one order.
#include <pthread.h>

static pthread_mutex_t locks[N];
static int cells[N][K];

static void *fill(void *arg) {
  long own = (long)arg;
  for (int i = 0; i < K; ++i) {
#ifndef BARE
    pthread_mutex_lock(&locks[own]);
#endif
    cells[own][i] = i;
#ifndef BARE
    pthread_mutex_unlock(&locks[own]);
#endif
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; ++i)
    pthread_mutex_init(&locks[i], 0);
  for (long i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, fill, (void *)i);
  for (long i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
