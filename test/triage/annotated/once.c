// pthread_once runs its function once, and everybody waits for it.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int right, wrong;
static void setUp(void) {
  right = 1; // NORACE
}
static void *work(void *arg) {
  if (!wrong)  // RACE!
    wrong = 1; // RACE!
  pthread_once(&once, setUp);
  return right > 9 ? arg : 0; // NORACE
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
