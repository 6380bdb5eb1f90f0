// The same accesses behind a lock.
// RUN: %exits 0 rbcheck %s
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char shared[8];

static void *copy(void *arg) {
  pthread_mutex_lock(&lock);
  memcpy(shared, "abcdefg", 8);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, copy, 0);
  pthread_mutex_lock(&lock);
  assert(strlen(shared) == 0 || strlen(shared) == 7);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
