// Accesses that come from macros and statements of several lines.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int right, wrong;
#define LOCKED(statement)                                                      \
  do {                                                                         \
    pthread_mutex_lock(&mu);                                                   \
    statement;                                                                 \
    pthread_mutex_unlock(&mu);                                                 \
  } while (0)
#define ADD(to, what) ((to) += (what))
static void *work(void *arg) {
  LOCKED(right++);           // NORACE
  LOCKED(ADD(right, right)); // NORACE
  ADD(wrong,                 // RACE!
      1);                    // RACE!
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
