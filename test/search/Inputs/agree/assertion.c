// Fails in some schedules.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stage;
static void *next(void *arg) { atomic_store(&stage, 1); atomic_store(&stage, 2); return arg; }
int main(void) {
  pthread_t s;
  pthread_create(&s, 0, next, 0);
  assert(atomic_load(&stage) != 1);
  pthread_join(s, 0);
  return 0;
}
