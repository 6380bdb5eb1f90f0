// What plain random walks practically never see, and others do.
//
// LATE: one step of A comes after all 15 of B on the same variable. A uniform
// choice of threads does that with probability 2^-15; a walk that makes every
// order of these 16 steps equally likely with 1/16, and one by priorities of
// threads in every second case.
// RUN: %rbcc -DLATE %s -o %t.late.bc
// RUN: %exits 2 rbcheck --search=random-walk:walks=300 %t.late.bc
// RUN: %exits 1 rbcheck --search=surw:walks=300 %t.late.bc
// RUN: %exits 1 rbcheck --search=pct:walks=30,d=1 %t.late.bc
//
// Without LATE B's steps are on another variable, up to the last: they are
// independent of A's. Partial order sampling gives both orders of the two
// steps that are not a chance that does not depend on how many others come
// before. Here A's single step has to be the least of 16 draws.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 2 rbcheck --search=random-walk:walks=300 %t.bc
// RUN: %exits 1 rbcheck --search=pos:walks=300 %t.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int seen;
static void *a(void *arg) {
  seen = atomic_fetch_add(&x, 1);
  return arg;
}
static void *b(void *arg) {
  for (int i = 0; i < 14; i++)
#ifdef LATE
    atomic_fetch_add(&x, 1);
#else
    atomic_fetch_add(&y, 1);
#endif
  atomic_fetch_add(&x, 14);
  return arg;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, a, 0);
  pthread_create(&threads[1], 0, b, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
#ifdef LATE
  assert(seen != 28);
#else
  assert(seen != 14);
#endif
  return 0;
}
