// main may end before its threads, which go on.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *arg) {
  pthread_mutex_lock(&lock);
  ++count;
  assert(count <= 2);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  pthread_create(&thread, 0, add, 0);
  pthread_exit(0);
}
