// Two threads wait for each other while another one runs on: for ever (-DSPINS),
// or until the process ends, without joining them. (What runs on for ever when the
// others have ended is a livelock, which is not asked for here.)
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs --trace=%t.json %t.bc
// RUN: %exits 1 rbreplay %t.json | FileCheck %s
// RUN: %rbcc -DSPINS %s -o %t-spins.bc
// RUN: %exits 1 rbcheck --check=-livelock %t-spins.bc | FileCheck %s
// RUN: %exits 1 rbcheck --check=-livelock --jobs=2 %t-spins.bc | FileCheck %s
// RUN: %exits 1 rbcheck --check=-livelock --search=random-walk %t-spins.bc | FileCheck %s
// RUN: %exits 0 rbcheck --check=-deadlock,-livelock %t-spins.bc
// RUN: %rbcc -DSPINS -DORDERED %s -o %t-ordered.bc
// RUN: %exits 0 rbcheck --check=-livelock %t-ordered.bc
// CHECK: error: deadlock: thread 1 waits in pthread_mutex_lock(&b) for thread 2; thread 2 waits in pthread_mutex_lock(&a) for thread 1
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int n;

static void *takeBoth(void *arg) {
#ifdef ORDERED
  arg = 0;
#endif
  pthread_mutex_t *first = arg ? &b : &a, *second = arg ? &a : &b;
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, takeBoth, 0);
  pthread_create(&t, 0, takeBoth, &n);
#ifdef SPINS
  for (;;)
    n = !n;
#else
  pthread_detach(s), pthread_detach(t);
#endif
}
