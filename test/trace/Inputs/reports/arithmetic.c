#include <pthread.h>
#include <stdatomic.h>
static atomic_int users;

static void *leave(void *arg) {
  users--;
  return arg;
}
int main(void) {
  pthread_t t;
  users = 1;
  pthread_create(&t, 0, leave, 0);
  int share = 100 / users;
  pthread_join(t, 0);
  return share == 7;
}
