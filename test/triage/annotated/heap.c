// Heap memory of one thread each, and a block that two threads know.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *work(void *arg) {
  int *own = malloc(sizeof *own);
  if (!own)
    return 0;
  *own = 1;       // NORACE
  *shared = *own; // RACE!
  free(own);
  return arg;
}
int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared); // NORACE
  if (!shared)
    return 0;
  *shared = 0; // NORACE
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(shared);
}
