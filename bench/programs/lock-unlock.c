// THREADS threads make ROUNDS locked increments each.
#include <assert.h>
#include <pthread.h>

#ifdef INIT // for tools that know no other mutexes
static pthread_mutex_t mutex;
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif
static int counter;

static void *work(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
#ifdef INIT
  pthread_mutex_init(&mutex, 0);
#endif
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  assert(counter == THREADS * ROUNDS);
  return 0;
}
