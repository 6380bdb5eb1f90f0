// Lamport's bakery with three threads on sequentially consistent atomics; tickets
// grow, so the state space is large.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 3 };
static atomic_int choosing[kThreads], number[kThreads];
static int inside;

static void *work(void *arg) {
  int me = *(int *)arg;
  for (int round = 0; round < ROUNDS; round++) {
    atomic_store(&choosing[me], 1);
    int max = 0;
    for (int i = 0; i < kThreads; i++) {
      int n = atomic_load(&number[i]);
      max = n > max ? n : max;
    }
    atomic_store(&number[me], max + 1);
    atomic_store(&choosing[me], 0);
    for (int i = 0; i < kThreads; i++) {
      while (atomic_load(&choosing[i]))
        ;
      for (;;) {
        int n = atomic_load(&number[i]);
        if (n == 0 || n > max + 1 || (n == max + 1 && i >= me))
          break;
      }
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&number[me], 0);
  }
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  int ids[kThreads];
  for (int i = 0; i < kThreads; i++) {
    ids[i] = i;
    pthread_create(&threads[i], 0, work, &ids[i]);
  }
  for (int i = 0; i < kThreads; i++)
    pthread_join(threads[i], 0);
  return 0;
}
