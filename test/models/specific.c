// Thread-specific data: separate values, destructors at the thread's end.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key, other;
static int freed;

static void release(void *value) {
  assert(pthread_getspecific(key) == 0);
  __atomic_fetch_add(&freed, 1, __ATOMIC_SEQ_CST);
  free(value);
}

static void *use(void *arg) {
  assert(pthread_getspecific(key) == 0);
  assert(pthread_setspecific(key, malloc(4)) == 0);
  assert(pthread_setspecific(other, arg) == 0);
  assert(pthread_getspecific(other) == arg);
  if (arg)
    pthread_exit(0);
  return 0;
}

int main(void) {
  pthread_t a, b;
  assert(pthread_key_create(&key, release) == 0);
  assert(pthread_key_create(&other, 0) == 0);
  assert(key != other);
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, &a);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(freed == 2);
  assert(pthread_getspecific(key) == 0);
  assert(pthread_key_delete(key) == 0);
}
