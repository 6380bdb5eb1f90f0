// What pthread_join says to threads that cannot be joined. Natively that is
// undefined for handles of threads that are gone; here numbers stay known.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *idle(void *arg) { return arg; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, idle, 0);
  assert(pthread_join(a, 0) == 0);
  assert(pthread_join(a, 0) == EINVAL);
  assert(pthread_detach(a) == EINVAL);
  pthread_create(&b, 0, idle, 0);
  pthread_detach(b);
  assert(pthread_join(b, 0) == EINVAL);
  assert(pthread_join(0, 0) == ESRCH);
}
