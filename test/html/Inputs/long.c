// More than 10,000 steps, the last of which fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int slots[64];
static void *turn(void *arg) {
  for (int i = 0; i < 2560; ++i)
    atomic_fetch_add(&slots[i % 64], 1);
  return arg;
}
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], 0, turn, 0);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], 0);
  assert(slots[0] != 160);
}
