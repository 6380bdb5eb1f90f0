// N philosophers, one meal each; forks are taken in ascending order, so that of
// the orders at the N forks all but the two circles are possible: 2^N - 2.
#include <pthread.h>

static pthread_mutex_t forks[N];

static void *eat(void *arg) {
  long left = (long)arg, right = (left + 1) % N;
  long first = left < right ? left : right, second = left + right - first;
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; ++i)
    pthread_mutex_init(&forks[i], 0);
  for (long i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, eat, (void *)i);
  for (long i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
