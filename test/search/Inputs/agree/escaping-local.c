// A local variable of main that another thread writes.
#include <pthread.h>
#include <stdatomic.h>
static void *set(void *arg) { atomic_store((atomic_int *)arg, 5); return 0; }
int main(void) {
  atomic_int local = 1;
  pthread_t s;
  pthread_create(&s, 0, set, &local);
  int seen = atomic_load(&local);
  pthread_join(s, 0);
  return seen;
}
