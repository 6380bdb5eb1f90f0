// A thread waits for a mutex that another one has ended with, while main runs
// on; it makes no difference who of the two came first. A robust mutex is
// anybody's then.
// Not for the oracle: main runs on in a private loop; when it is the only thread
// left that is a livelock, which is not asked for here.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --check=-livelock %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --check=-livelock --search=bfs --order=switch %t.bc | FileCheck %s
// RUN: %rbcc -DROBUST %s -o %t-robust.bc
// RUN: %exits 0 rbcheck --check=-livelock %t-robust.bc
// CHECK: error: deadlock: thread {{[12]}} waits in pthread_mutex_lock(&m) for thread {{[12]}}, which has ended
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m;
static atomic_int n;

static void *takeAndEnd(void *arg) {
  if (pthread_mutex_lock(&m) != 0)
    pthread_mutex_consistent(&m);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
#ifdef ROBUST
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
#endif
  pthread_mutex_init(&m, &attributes);
  pthread_t s, t;
  pthread_create(&s, 0, takeAndEnd, 0);
  pthread_create(&t, 0, takeAndEnd, 0);
  for (;;)
    n = !n;
}
