// Two threads compete for a slot.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int slot;
static void *grab(void *arg) {
  int expected = 0;
  atomic_compare_exchange_strong(&slot, &expected, (int)(long)arg);
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, grab, (void *)1);
  pthread_create(&t, 0, grab, (void *)2);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return slot;
}
