// Peterson's lock for two threads, around a plain counter. The stores of flag and
// turn must not pass the loads behind them: seq_cst, or an exchange of turn whose
// successor sees what was stored before it (Williams). In the latter turn has to
// be read with acquire from the second round on: a thread may be let in by the
// other's next exchange, and has to see what that thread did in its last round.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %exits 0 rbcheck --memory-model=sc %t.bc
// RUN: %rbcc -DFLAG=memory_order_release %s -o %t.flag.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.flag.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.flag.bc
// RUN: %rbcc -DOTHER=memory_order_acquire %s -o %t.other.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.other.bc | FileCheck %s
// RUN: %rbcc -DEXCHANGE -DROUNDS=2 %s -o %t.exchange.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.exchange.bc
// RUN: %rbcc -DEXCHANGE -DTURN=memory_order_relaxed %s -o %t.one.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.one.bc
// RUN: %rbcc -DEXCHANGE -DROUNDS=2 -DTURN=memory_order_relaxed %s -o %t.two.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.two.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.two.bc
// RUN: %rbcc -DEXCHANGE -DSWAP=memory_order_acquire %s -o %t.swap.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.swap.bc | FileCheck %s
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef FLAG
#define FLAG memory_order_seq_cst
#endif
#ifndef OTHER
#define OTHER memory_order_seq_cst
#endif
#ifndef SWAP
#define SWAP memory_order_acq_rel
#endif
#ifndef TURN
#define TURN memory_order_acquire
#endif
static atomic_int flag[2], turn;
static int count;
static void lock(int me) {
  int other = 1 - me;
#ifdef EXCHANGE
  atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
  atomic_exchange_explicit(&turn, other, SWAP);
  while (atomic_load_explicit(&flag[other], memory_order_acquire) &&
         atomic_load_explicit(&turn, TURN) == other)
    ;
#else
  atomic_store_explicit(&flag[me], 1, FLAG);
  atomic_store(&turn, other);
  while (atomic_load_explicit(&flag[other], OTHER) && atomic_load(&turn) == other)
    ;
#endif
}
static void *process(void *arg) {
  int me = (int)(long)arg;
  for (int i = 0; i < ROUNDS; i++) {
    lock(me);
    count++;
    atomic_store_explicit(&flag[me], 0, memory_order_release);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, process, (void *)0);
  pthread_create(&b, 0, process, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2 * ROUNDS);
  return 0;
}
