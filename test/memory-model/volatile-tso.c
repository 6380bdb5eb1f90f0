// Peterson's lock as it was written for x86 before there were atomics: volatile
// variables, and an instruction that empties the store buffer. Without that the
// looks overtake the stores, under tso only.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --check=-data-race --memory-model=sc %t.bc
// RUN: %exits 1 rbcheck --check=-data-race --memory-model=tso --trace=%t.json %t.bc | FileCheck %s
// RUN: %exits 1 rbreplay %t.json | FileCheck %s --check-prefix=AGAIN
// RUN: %rbcc -DFENCE %s -o %t.fence.bc
// RUN: %exits 0 rbcheck --check=-data-race --memory-model=tso %t.fence.bc | FileCheck %s --check-prefix=RIGHT
// CHECK: error: assertion failed: inside == 0
// CHECK: waits in th
// CHECK: out of
// AGAIN: assertion failed: inside == 0
// RIGHT: no-error: {{.*}}, under TSO (x86).
#include <assert.h>
#include <pthread.h>

volatile int wants[2], turn;
int inside;

#ifdef FENCE
#define BARRIER() __asm__ __volatile__("mfence" ::: "memory")
#else
#define BARRIER() __asm__ __volatile__("" ::: "memory")
#endif

static void *enter(void *arg) {
  const int me = (int)(long)arg, other = 1 - me;
  wants[me] = 1;
  turn = other;
  BARRIER();
  while (wants[other] && turn == other)
    ;
  assert(inside == 0);
  inside = 1;
  inside = 0;
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, enter, (void *)0);
  pthread_create(&second, 0, enter, (void *)1);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
