// The flag is set first: a race on the data.
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int flag;
static void *send(void *arg) { atomic_store(&flag, 1); data = 7; return arg; }
int main(void) {
  pthread_t s;
  int got = 9;
  pthread_create(&s, 0, send, 0);
  if (atomic_load(&flag))
    got = data;
  pthread_join(s, 0);
  return got;
}
