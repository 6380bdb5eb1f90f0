// Locks that spin and are right: nobody is kept waiting for ever.
// RUN: %rbcc -DTICKET %s -o %t.ticket.bc
// RUN: %exits 0 rbcheck %t.ticket.bc
// RUN: %exits 0 rbcheck --search=dfs --reduce=on %t.ticket.bc
// RUN: %exits 0 rbcheck --check=+termination %t.ticket.bc
// RUN: %rbcc -DMCS %s -o %t.mcs.bc
// RUN: %exits 0 rbcheck %t.mcs.bc
// RUN: %exits 0 rbcheck --search=dfs --reduce=on %t.mcs.bc
// RUN: %exits 0 rbcheck --check=+termination %t.mcs.bc
// RUN: %rbcc -DPETERSON %s -o %t.peterson.bc
// RUN: %exits 0 rbcheck %t.peterson.bc
// RUN: %exits 0 rbcheck --search=bfs %t.peterson.bc
// RUN: %exits 0 rbcheck --check=+termination %t.peterson.bc
//
// A waiter of the queue that is not told: its lock is never given on.
// RUN: %rbcc -DMCS -DFORGETS %s -o %t.forgets.bc
// RUN: %exits 1 rbcheck %t.forgets.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs --reduce=on %t.forgets.bc | FileCheck %s
// CHECK: error: livelock: thread {{[12]}} spins for ever
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef TICKET
static atomic_int next, serving;
static void lock(int me) {
  (void)me;
  int mine = atomic_fetch_add(&next, 1);
  while (serving != mine)
    ;
}
static void unlock(int me) {
  (void)me;
  serving++;
}
#elif defined MCS
struct waiter {
  _Atomic(struct waiter *) next;
  atomic_int waits;
};
static struct waiter waiters[2];
static _Atomic(struct waiter *) last;
static void lock(int me) {
  struct waiter *mine = &waiters[me];
  mine->next = 0;
  mine->waits = 1;
  struct waiter *before = atomic_exchange(&last, mine);
  if (!before)
    return;
  before->next = mine;
  while (mine->waits)
    ;
}
static void unlock(int me) {
  struct waiter *mine = &waiters[me], *expected = mine;
  if (!mine->next) {
    if (atomic_compare_exchange_strong(&last, &expected, 0))
      return;
    while (!mine->next)
      ;
  }
#ifndef FORGETS
  atomic_load(&mine->next)->waits = 0;
#endif
}
#else
static atomic_int wants[2], turn;
static void lock(int me) {
  wants[me] = 1;
  turn = 1 - me;
  while (wants[1 - me] && turn == 1 - me)
    ;
}
static void unlock(int me) { wants[me] = 0; }
#endif

static int inside;

static void *work(void *arg) {
  int me = arg != 0;
  lock(me);
  inside++;
  assert(inside == 1);
  inside--;
  unlock(me);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, &inside);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
