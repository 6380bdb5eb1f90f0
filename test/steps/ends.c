// What a thread did last is ordered with others only if somebody waited for its
// end. The order in which B comes first does not exist here: it would take the
// semaphore, and A would wait for ever.
//
// RUN: %rbcc -DWAIT=0 %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --steps=sync --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --steps=access --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DWAIT=0 -DDETACH %s -o %t.detach.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.detach.bc | FileCheck %s
// RUN: %rbcc -DWAIT=0 -DASK %s -o %t.ask.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.ask.bc | FileCheck %s
// RUN: %rbcc -DWAIT=1 %s -o %t.join.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.join.bc | FileCheck %s --check-prefix=NONE
// RUN: %rbcc -DWAIT=1 -DASK %s -o %t.asked.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.asked.bc | FileCheck %s --check-prefix=NONE
// CHECK: error: data race on `x`
// NONE: no-error
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int x;
static void *a(void *arg) {
  if (sem_trywait(&s) == 0)
    x = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, a, 0);
#ifdef DETACH
  pthread_detach(t);
#endif
#ifdef ASK
  // Whoever can tell that a thread has ended can be sure of what it did.
  int ended = pthread_tryjoin_np(t, 0) == 0;
#else
  int ended = 0;
  if (WAIT)
    ended = pthread_join(t, 0) == 0;
#endif
  if (ended >= WAIT && sem_trywait(&s) != 0)
    return x != 1;
  return 0;
}
