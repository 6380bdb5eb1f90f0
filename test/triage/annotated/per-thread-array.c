// Each thread has an element; the twin's elements overlap by one.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static int right[2], wrong[2];
static void *work(void *arg) {
  int me = *(int *)arg;
  right[me] = me;    // NORACE
  wrong[me / 2] = 1; // RACE!
  return 0;
}
int main(void) {
  pthread_t t[2];
  static int number[2] = {0, 1};
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, work, &number[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  return right[0] + wrong[0] > 9; // NORACE
}
