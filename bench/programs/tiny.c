// The smallest concurrent program worth checking.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static void *work(void *arg) {
  atomic_store(&flag, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  int seen = atomic_load(&flag);
  pthread_join(thread, 0);
  return seen > 1;
}
