// Threads that wait for main in a loop of two steps; the error needs that two of
// them go on close to each other.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef N
#define N 30
#endif

static atomic_int go, shared, done;

static void *run(void *arg) {
  while (!go)
    sched_yield();
#if FIXED
  shared++;
#else
  int seen = shared;
  shared = seen + 1;
#endif
  done++;
  return arg;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, run, 0);
#if !NEVER
  go = 1;
#endif
  while (done < N)
    sched_yield();
  assert(shared == N);
  return 0;
}
