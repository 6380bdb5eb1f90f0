// Loops without end: one that repeats a state is a livelock, one that never does is
// stopped by the limit, also when it makes no visible operation.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=SPINS %s
// SPINS: error: livelock: thread 0 spins for ever
// RUN: %exits 2 rbcheck --run --time-limit=1 %t.bc 2>&1 | FileCheck %s
// RUN: %rbcc -DCOUNTING %s -o %t.counting.bc
// RUN: %exits 2 rbcheck --time-limit=1 %t.counting.bc | FileCheck %s
// RUN: %exits 2 rbcheck --run --time-limit=1 %t.counting.bc 2>&1 | FileCheck %s
// RUN: %rbcc -DPRINTING %s -o %t.printing.bc
// RUN: %exits 2 rbcheck --time-limit=1 --memory-limit=500 %t.printing.bc | FileCheck %s
// CHECK: time limit
#include <stdio.h>

int main(void) {
  volatile int on = 1;
  unsigned long count = 0;
  while (on) {
#ifdef COUNTING
    count++;
#endif
#ifdef PRINTING
    printf("%lu\n", count++);
#endif
  }
  return (int)count;
}
