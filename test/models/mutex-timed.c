// A timed lock fails only while another thread holds the mutex.
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *enter(void *arg) {
  struct timespec soon = {0, 0};
  int result = pthread_mutex_timedlock(&lock, &soon);
  if (result == 0) {
    assert(++inside == 1);
    --inside;
    pthread_mutex_unlock(&lock);
  } else {
    assert(result == ETIMEDOUT);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
