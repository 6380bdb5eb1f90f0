// Readers follow an atomic pointer to data that nobody changes any more. The twin
// is changed in place.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
#include <stdatomic.h>
struct config {
  int right, wrong;
};
static struct config first = {1, 1}, second;
static struct config *_Atomic current = &first;
static void *reader(void *arg) {
  struct config *seen = atomic_load(&current); // NORACE
  int sum = seen->right;                       // NORACE
  sum += seen->wrong;                          // RACE!
  return sum > 9 ? arg : 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  second.right = first.right + 1; // NORACE
  atomic_store(&current, &second);
  second.wrong = 2; // RACE!
  pthread_join(t, 0);
}
