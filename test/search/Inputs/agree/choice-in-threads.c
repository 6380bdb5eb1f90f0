// Choices of two threads that meet in a variable.
#include <pthread.h>
#include <rbcheck.h>
#include <stdatomic.h>
static atomic_int n;
static void *pick(void *arg) { atomic_fetch_add(&n, rb_choose(3)); return arg; }
int main(void) {
  pthread_t s;
  pthread_create(&s, 0, pick, 0);
  pick(0);
  pthread_join(s, 0);
  return n;
}
