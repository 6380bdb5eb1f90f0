// Threads: results, handles, attributes, detaching.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_t self;

static void *twice(void *arg) {
  self = pthread_self();
  return (void *)(2 * (long)arg);
}

static void *leave(void *arg) {
  sched_yield();
  pthread_exit(arg);
}

static void *idle(void *arg) { return arg; }

int main(void) {
  pthread_t a, b;
  void *result;
  assert(pthread_create(&a, 0, twice, (void *)21) == 0);
  assert(pthread_join(a, &result) == 0);
  assert(result == (void *)42);
  assert(pthread_equal(a, self));
  assert(!pthread_equal(a, pthread_self()));

  assert(pthread_create(&b, 0, leave, &b) == 0);
  assert(pthread_join(b, &result) == 0);
  assert(result == &b);

  pthread_attr_t attr;
  int state;
  size_t size;
  assert(pthread_attr_init(&attr) == 0);
  assert(pthread_attr_getdetachstate(&attr, &state) == 0);
  assert(state == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setstacksize(&attr, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == 1 << 20);
  assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_create(&a, &attr, idle, 0) == 0);
  assert(pthread_attr_destroy(&attr) == 0);

  assert(pthread_create(&b, 0, idle, 0) == 0);
  assert(pthread_detach(b) == 0);
}
