// Writing under a read lock excludes no reader.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int right, wrong;
static void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  int sum = right; // NORACE
  sum += wrong;    // RACE!
  pthread_rwlock_unlock(&lock);
  return sum > 9 ? arg : 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_rwlock_wrlock(&lock);
  right = 1; // NORACE
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_rdlock(&lock);
  wrong = 1; // RACE!
  pthread_rwlock_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
