// The error needs the second of three threads first: one delay.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 2 rbcheck --search=dfs --bound=delays:0 %t.bc | FileCheck --check-prefix=ZERO %s
// RUN: %exits 1 rbcheck --search=dfs --bound=delays:1 %t.bc
// RUN: %exits 1 rbcheck --search=bfs --bound=delays:1,preemptions:0 %t.bc
// RUN: %exits 2 rbcheck --search=dfs --bound=delays:1 --bound=depth:2 %t.bc | FileCheck --check-prefix=DEPTH %s
// ZERO: inconclusive: delay bound 0
// ZERO: dfs search, delay bound 0
// DEPTH: inconclusive: depth bound 2
// DEPTH: dfs search, delay bound 1, depth bound 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first;
static void *be(void *number) {
  int none = 0;
  atomic_compare_exchange_strong(&first, &none, (int)(long)number);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, be, (void *)(i + 1));
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(atomic_load(&first) == 1);
  return 0;
}
