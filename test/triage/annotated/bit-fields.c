// Bit-fields share bytes, members of their own do not.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static struct {
  unsigned a : 4, b : 4;
  char c, d;
} s;
static void *work(void *arg) {
  s.a = 1; // RACE!
  s.c = 1; // NORACE
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  s.b = 1; // RACE!
  s.d = 1; // NORACE
  pthread_join(t, 0);
}
