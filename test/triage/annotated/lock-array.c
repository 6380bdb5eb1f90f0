// One lock per slot; the twin takes the lock of the neighbour's slot.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
enum { SLOTS = 2 };
static pthread_mutex_t locks[SLOTS] = {PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int right[SLOTS], wrong[SLOTS];
static void touch(int slot, int shift) {
  pthread_mutex_lock(&locks[slot]);
  right[slot]++;                   // NORACE
  wrong[(slot + shift) % SLOTS]++; // RACE!
  pthread_mutex_unlock(&locks[slot]);
}
static void *other(void *arg) {
  touch(0, 0);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  touch(1, 1);
  touch(0, 0);
  pthread_join(t, 0);
}
