// The routine runs once, and everybody waits for its end.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, value;

static void initialise(void) {
  ++runs;
  value = 42;
}

static void *use(void *arg) {
  assert(pthread_once(&once, initialise) == 0);
  assert(value == 42);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  use(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(runs == 1);
}
