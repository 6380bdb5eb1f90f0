// A counter behind a spin lock.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void *add(void *arg) {
  pthread_spin_lock(&lock);
  count = count + 1;
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  assert(pthread_spin_trylock(&lock) == 0);
  assert(pthread_spin_trylock(&lock) == EBUSY);
  assert(pthread_spin_unlock(&lock) == 0);
  assert(pthread_spin_destroy(&lock) == 0);
}
