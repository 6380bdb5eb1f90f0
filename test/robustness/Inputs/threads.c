// Seed for mutate.py: threads, locks, condition variables, atomics.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int items;
static atomic_int done;

static void *produce(void *arg) {
  for (int i = 0; i < *(int *)arg; i++) {
    pthread_mutex_lock(&mutex);
    items++;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&mutex);
  }
  atomic_fetch_add(&done, 1);
  return arg;
}

int main(void) {
  int count = 2;
  pthread_t thread;
  pthread_create(&thread, NULL, produce, &count);
  pthread_mutex_lock(&mutex);
  while (items == 0)
    pthread_cond_wait(&ready, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(items == 2 && atomic_load(&done) == 1);
  return 0;
}
