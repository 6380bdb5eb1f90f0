// The first thread can fail at once after its unlock, and then the other one never
// gets that far: it depends on whether the first may pause where nobody sees it.
// RUN: %oracle PAUSE
// PAUSE: error assertion @first | exit 0 | maybe assertion @second
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void *first(void *arg) {
  int local = 0, *p = &local;
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  assert(*p == 1); // @first
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  pthread_mutex_lock(&m);
  assert(!done); // @second
  pthread_mutex_unlock(&m);
  return 0;
}
