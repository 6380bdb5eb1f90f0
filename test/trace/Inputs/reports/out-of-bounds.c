#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int used;
static int *slots;

static void *add(void *arg) {
  int at = used;
  used = at + 1;
  if (at < 2)
    slots[used] = 1;
  return arg;
}
int main(void) {
  pthread_t a, b;
  slots = malloc(2 * sizeof *slots);
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
