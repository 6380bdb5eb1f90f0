// What is behind the join of a thread does not race with it; between two joins
// one thread still runs.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
static int first, second;
static void *one(void *arg) {
  first++; // NORACE
  return arg;
}
static void *two(void *arg) {
  second++; // RACE!
  return arg;
}
int main(void) {
  pthread_t a, b;
  first = second = 0; // NORACE
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  first++;  // NORACE
  second++; // RACE!
  pthread_join(b, 0);
  second++; // NORACE
}
