// A local whose address another thread has is shared; its twin is not.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static void *add(void *arg) {
  int own = 0;
  own++;                // NORACE
  *(int *)arg += own;   // RACE!
  return 0;
}
int main(void) {
  pthread_t t;
  int shared = 0, own = 0;
  pthread_create(&t, 0, add, &shared);
  own++;    // NORACE
  shared++; // RACE!
  pthread_join(t, 0);
  return shared + own > 9; // NORACE
}
