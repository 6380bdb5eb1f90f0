// Two errors in one program: a race, and an assertion that it breaks.
#include <assert.h>
#include <pthread.h>

static int n;
static void *inc(void *arg) {
  n = n + 1;
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
  pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
}
