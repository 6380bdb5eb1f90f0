// THREADS threads at once, a hundred if nothing is said; each takes the lock once.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 100
#endif
enum { kThreads = THREADS };
#ifdef INIT // for tools that know no other mutexes
static pthread_mutex_t mutex;
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif
static int counter;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
#ifdef INIT
  pthread_mutex_init(&mutex, 0);
#endif
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < kThreads; i++)
    pthread_join(threads[i], 0);
  assert(counter == kThreads);
  return 0;
}
