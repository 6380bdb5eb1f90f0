// THREADS threads make ROUNDS additions each, each on a counter of its own: they share
// memory, but never meet before the end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter[THREADS];

static void *work(void *arg) {
  atomic_int *mine = arg;
  for (int i = 0; i < ROUNDS; i++)
    atomic_fetch_add(mine, 1);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, work, &counter[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  for (int i = 0; i < THREADS; i++)
    assert(atomic_load(&counter[i]) == ROUNDS);
  return 0;
}
