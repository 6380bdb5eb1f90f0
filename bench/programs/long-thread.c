// One thread makes ACCESSES accesses to shared memory while another one waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int value;

static void *work(void *arg) {
  for (int i = 0; i < ACCESSES / 2; i++)
    value = value ^ i;   // a read and a write
  atomic_store(&flag, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(atomic_load(&flag) == 1);
  return value & 0;
}
