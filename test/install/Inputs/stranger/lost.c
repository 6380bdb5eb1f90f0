// Two increments, of which one can be lost.
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>

static _Atomic int n;
static void *inc(void *arg) {
#ifdef FIXED
  n++;
#else
  n = n + 1;
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  rb_assume(n == 0);
  pthread_create(&a, 0, inc, 0), pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(n == 2);
}
