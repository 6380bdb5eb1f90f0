// Lamport's bakery for two threads, around a plain counter. That one is choosing, and
// the number that was chosen, must be out before the other's are looked at: seq_cst.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DCHOOSING=memory_order_release %s -o %t.choosing.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.choosing.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.choosing.bc
// RUN: %rbcc -DNUMBER=memory_order_release %s -o %t.number.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.number.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.number.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef CHOOSING
#define CHOOSING memory_order_seq_cst
#endif
#ifndef NUMBER
#define NUMBER memory_order_seq_cst
#endif
static atomic_int choosing[2], number[2];
static int count;
static void *process(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  atomic_store_explicit(&choosing[me], 1, CHOOSING);
  int mine = 1 + atomic_load(&number[other]);
  atomic_store_explicit(&number[me], mine, NUMBER);
  atomic_store_explicit(&choosing[me], 0, memory_order_release);
  while (atomic_load(&choosing[other]))
    ;
  for (int its; (its = atomic_load(&number[other]));)
    if (its > mine || (its == mine && other > me))
      break;
  count++;
  atomic_store_explicit(&number[me], 0, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, process, (void *)0);
  pthread_create(&b, 0, process, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  return 0;
}
