// Data behind a plain flag: the flag keeps the two accesses apart, but it orders
// nothing, so they race as the flag does. Behind an atomic flag they do not.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
#include <stdatomic.h>
static int flag, wrong, right;
static atomic_int isReady;
static void *producer(void *arg) {
  right = 1;                 // NORACE
  atomic_store(&isReady, 1); // NORACE
  wrong = 1;                 // RACE!
  flag = 1;                  // RACE!
  return arg;
}
int main(void) {
  pthread_t t;
  int sum = 0;
  pthread_create(&t, 0, producer, 0);
  if (flag)       // RACE!
    sum += wrong; // RACE!
  if (atomic_load(&isReady))
    sum += right; // NORACE
  pthread_join(t, 0);
  sum += wrong; // NORACE
  return sum > 9;
}
