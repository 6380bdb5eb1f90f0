// Double-checked initialisation with an atomic pointer, and with a plain one.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int *_Atomic right;
static int *wrong;
static void *work(void *arg) {
  if (!atomic_load(&right)) { // NORACE
    pthread_mutex_lock(&mu);
    if (!atomic_load(&right)) { // NORACE
      value = 1;                // NORACE
      atomic_store(&right, &value);
    }
    pthread_mutex_unlock(&mu);
  }
  int seen = *right; // NORACE
  if (!wrong) {      // RACE!
    pthread_mutex_lock(&mu);
    if (!wrong)       // NORACE
      wrong = &value; // RACE!
    pthread_mutex_unlock(&mu);
  }
  return seen > 9 ? arg : 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
