// Readers share, writers do not.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *writeValue(void *arg) {
  pthread_rwlock_wrlock(&lock);
  ++value;
  ++value;
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *readValue(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(value % 2 == 0);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  pthread_create(&a, 0, writeValue, 0);
  pthread_create(&b, 0, readValue, 0);
  writeValue(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(value == 4);
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);
}
