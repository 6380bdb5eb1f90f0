// A hundred threads at once; each takes the lock once.
#include <assert.h>
#include <pthread.h>

enum { kThreads = 100 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < kThreads; i++)
    pthread_join(threads[i], 0);
  assert(counter == kThreads);
  return 0;
}
