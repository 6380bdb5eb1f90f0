// Main reads twice while a thread writes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *write(void *arg) {
  x = 1;
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write, 0);
  int before = x;
  assert(x == before);
  pthread_join(thread, 0);
}
