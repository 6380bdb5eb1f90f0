// A large array that goes back to zeros between two steps: what the machine
// keeps of it for speed must go with it.
// RUN: %exits 0 rbcheck %s
// RUN: %exits 0 rbcheck --search=bfs %s
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go;

static void *work(void *arg) {
  static _Thread_local long values[512];
  for (int round = 0; round < 3; round++) {
    values[300] = round + 1;
    atomic_fetch_add(&go, 1);
    assert(values[300] == round + 1);
    values[300] = 0;
    atomic_fetch_add(&go, 1);
    assert(values[300] == 0 && values[301] == 0);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
}
