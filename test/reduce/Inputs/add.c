// N threads add K times to one counter: (N K)! / K!^N orders.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *arg) {
  for (int i = 0; i < K; ++i)
    atomic_fetch_add(&counter, 1);
  return arg;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
