// Weak compare-exchanges may fail for no reason.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int slot;
static void *claim(void *arg) {
  int expected = 0;
  atomic_compare_exchange_weak(&slot, &expected, (int)(long)arg);
  return arg;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, claim, (void *)1);
  pthread_create(&t, 0, claim, (void *)2);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return slot;
}
