// The flag is set before the data: the reader can see the one without the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, payload;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void publish(int value) {
  atomic_store(&ready, 1);
  atomic_store(&payload, value);
}
static void *writer(void *arg) {
  publish(42);
  return arg;
}
static void *reader(void *arg) {
  pthread_mutex_lock(&mutex);
  if (atomic_load(&ready))
    assert(atomic_load(&payload) == 42);
  pthread_mutex_unlock(&mutex);
  return arg;
}
int main(void) {
  pthread_t w, r;
  pthread_create(&w, 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  pthread_join(w, 0);
  pthread_join(r, 0);
}
