// Two producers and two consumers on a bounded buffer: mutex, condition variables.
#include <assert.h>
#include <pthread.h>

enum { kSize = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t notFull = PTHREAD_COND_INITIALIZER;
static pthread_cond_t notEmpty = PTHREAD_COND_INITIALIZER;
static int buffer[kSize], count, first, sum;

static void *produce(void *arg) {
  for (int i = 1; i <= ROUNDS; i++) {
    pthread_mutex_lock(&mutex);
    while (count == kSize)
      pthread_cond_wait(&notFull, &mutex);
    buffer[(first + count++) % kSize] = i;
    pthread_cond_broadcast(&notEmpty);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

static void *consume(void *arg) {
  for (int i = 1; i <= ROUNDS; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 0)
      pthread_cond_wait(&notEmpty, &mutex);
    sum += buffer[first];
    first = (first + 1) % kSize;
    count--;
    pthread_cond_broadcast(&notFull);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, i % 2 ? consume : produce, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  assert(count == 0 && sum == ROUNDS * (ROUNDS + 1));
  return 0;
}
