#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stock = 1, sold;

static void *sell(void *arg) {
  if (stock > 0) {
    stock--;
    sold++;
  }
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, sell, 0);
  pthread_create(&b, 0, sell, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sold == 1);
}
