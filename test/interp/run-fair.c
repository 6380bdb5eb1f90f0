// --run lets every thread have its turn: a loop that waits for another thread ends.
// RUN: %exits 0 rbcheck --run %s
// RUN: %exits 0 rbcheck %s
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *set(void *arg) {
  flag = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  while (!flag)
    ;
  pthread_join(t, 0);
  return 0;
}
