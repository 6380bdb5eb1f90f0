// A native run has one thread at a time, so it cannot show what needs reordering,
// and says so; a race that weak memory makes one is shown.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json %t.bc
// RUN: %exits 3 rbreplay --native %t.json 2>&1 | FileCheck --match-full-lines %s
// RUN: %rbcc -DRACE %s -o %t.race.bc
// RUN: %exits 1 rbcheck --trace=%t.race.json %t.race.bc
// RUN: %exits 1 rbreplay --native %t.race.json 2>&1 | FileCheck --check-prefix=RACE %s
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef RACE
static int data;
#else
static atomic_int data;
#endif
static atomic_int flag;

static void *writer(void *arg) {
#ifdef RACE
  data = 1;
#else
  atomic_store_explicit(&data, 1, memory_order_relaxed);
#endif
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifdef RACE
    int seen = data;
#else
    int seen = atomic_load_explicit(&data, memory_order_relaxed);
#endif
    assert(seen == 1);
  }
  pthread_join(t, 0);
}
// CHECK: rbreplay: the trace needs reordering that a native run cannot be made to show, at {{.*}}native.c:37:{{[0-9]+}}; replay it without --native
// RACE: data-race in T0 at {{.*}}native.c:35
