// Two threads count; the sum is right only if they exclude each other.
#include "counter.h"

#include <assert.h>
#include <pthread.h>

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, counter_work, 0);
  pthread_create(&b, 0, counter_work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter_value() == 2);
  return 0;
}
