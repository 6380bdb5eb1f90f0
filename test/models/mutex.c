// A counter behind a mutex; trylock; kinds of mutexes.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *arg) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    count = count + 1;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *tryLock(void *arg) {
  int *result = arg;
  *result = pthread_mutex_trylock(&lock);
  if (*result == 0)
    pthread_mutex_unlock(&lock);
  return arg;
}

static void kinds(void) {
  pthread_mutexattr_t attr;
  pthread_mutex_t m;
  int type;
  assert(pthread_mutexattr_init(&attr) == 0);
  assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutexattr_gettype(&attr, &type) == 0);
  assert(type == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutex_init(&m, &attr) == 0);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_trylock(&m) == 0);
  for (int i = 0; i < 3; ++i)
    assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
  assert(pthread_mutex_destroy(&m) == 0);

  assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK) == 0);
  assert(pthread_mutex_init(&m, &attr) == 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_destroy(&m) == 0);
  assert(pthread_mutexattr_destroy(&attr) == 0);
}

int main(void) {
  pthread_t a, b;
  int result;
  kinds();
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 4);

  pthread_mutex_lock(&lock);
  pthread_create(&a, 0, tryLock, &result);
  pthread_join(a, 0);
  assert(result == EBUSY);
  pthread_mutex_unlock(&lock);
  pthread_create(&a, 0, tryLock, &result);
  pthread_join(a, 0);
  assert(result == 0);
  assert(pthread_mutex_destroy(&lock) == 0);
}
