// No other thread runs inside: the assertion holds.
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdatomic.h>
static atomic_int stage;
static void *next(void *arg) {
  rb_atomic_begin();
  atomic_store(&stage, 1);
  atomic_store(&stage, 2);
  rb_atomic_end();
  return arg;
}
int main(void) {
  pthread_t s;
  pthread_create(&s, 0, next, 0);
  assert(atomic_load(&stage) != 1);
  pthread_join(s, 0);
  return stage;
}
