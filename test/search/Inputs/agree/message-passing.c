// A flag publishes data.
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int flag;
static void *send(void *arg) { data = 7; atomic_store(&flag, 1); return arg; }
int main(void) {
  pthread_t s;
  int got = 9;
  pthread_create(&s, 0, send, 0);
  if (atomic_load(&flag))
    got = data;
  pthread_join(s, 0);
  return got;
}
