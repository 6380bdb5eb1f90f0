// One thread makes ACCESSES accesses to shared memory while another one waits; with
// PRIVATE to memory that it alone knows.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;
static int value;

static void *work(void *arg) {
#ifdef PRIVATE
  int *own = malloc(sizeof *own);
  *own = 0;
  for (int i = 0; i < ACCESSES / 2; i++)
    *own = *own ^ i;
  value = *own;
  free(own);
#else
  for (int i = 0; i < ACCESSES / 2; i++)
    value = value ^ i;   // a read and a write
#endif
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
