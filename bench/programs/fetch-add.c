// THREADS threads make ROUNDS fetch_adds each on one counter: (ROUNDS + 1)^THREADS
// states and a few more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *work(void *arg) {
  for (int i = 0; i < ROUNDS; i++)
    atomic_fetch_add(&counter, 1);
  return arg;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  assert(atomic_load(&counter) == THREADS * ROUNDS);
  return 0;
}
