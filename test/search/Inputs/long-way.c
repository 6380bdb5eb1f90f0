// Two threads count for long; what goes wrong comes behind it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, last;

static void *run(void *arg) {
  for (int i = 0; i < 200; i++)
    count++;
#if FIXED
  last++;
#else
  int seen = last;
  last = seen + 1;
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(last == 2);
  return 0;
}
