// An atomic flag publishes data; a plain one does not, and races itself.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
#include <stdatomic.h>
static atomic_int isSet;
static int wasSet, right, wrong;
static void *writer(void *arg) {
  right = 1;               // NORACE
  atomic_store(&isSet, 1); // NORACE
  wrong = 1;               // RACE!
  wasSet = 1;              // RACE!
  return arg;
}
int main(void) {
  pthread_t t;
  int sum = 0;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load(&isSet)) // NORACE
    sum += right;          // NORACE
  if (wasSet)              // RACE!
    sum++;
  sum += wrong; // RACE!
  pthread_join(t, 0);
  return sum > 9;
}
