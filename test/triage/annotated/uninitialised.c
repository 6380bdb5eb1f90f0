// A local without a value decides whether there is a thread, and whether it is
// joined: the same value in both places, another one for another variable.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static int right, wrong;
static void *first(void *arg) {
  right++; // NORACE
  return 0;
}
static void *second(void *arg) {
  wrong++; // RACE!
  return arg;
}
int main(void) {
  pthread_t one, two;
  int hasOne, hasTwo, joinsTwo;
  if (hasOne)
    pthread_create(&one, 0, first, (void *)(long)hasTwo);
  if (hasTwo)
    pthread_create(&two, 0, second, 0);
  if (hasOne)
    pthread_join(one, 0);
  if (hasTwo && joinsTwo > 3)
    pthread_join(two, 0);
  right++; // NORACE
  wrong++; // RACE!
  return 0;
}
