// Atomic sections are not interrupted.
// RUN: %exits 0 rbcheck %s
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>

static volatile int count;

static void *add(void *arg) {
  rb_atomic_begin();
  count = count + 1;
  rb_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
}
