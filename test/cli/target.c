// A quick question: does some schedule come to a place?
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --target=target.c:16 %t.bc | FileCheck %s --check-prefix=YES
// RUN: %exits 0 rbcheck --target=target.c:19 %t.bc | FileCheck %s --check-prefix=NO
// RUN: %exits 0 rbcheck --target=dead %t.bc | FileCheck %s --check-prefix=DEAD
// RUN: %exits 3 rbcheck --target=other.c:18 %t.bc 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: %exits 3 rbcheck --target=target.c:99 %t.bc 2>&1 | FileCheck %s --check-prefix=LINE
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b;
static int seen;
static void dead(void) { seen = 3; }
static void *first(void *arg) { a = 1; b = 1; return arg; }
static void *second(void *arg) {
  int late = b, early = a;
  if (!late && early) { seen = 1; }
  // The other way round it cannot be.
  if (late && !early)
    seen = 2;
  return arg;
}
int main(int argc, char **argv) {
  pthread_t x, y;
  pthread_create(&x, 0, first, 0), pthread_create(&y, 0, second, 0);
  pthread_join(x, 0), pthread_join(y, 0);
  void (*never)(void) = argc > 5 ? dead : 0;
  return never ? 0 : (int)(argv == 0);
}
// YES: target.c:16: reached by thread 2 after
// NO: target.c:19: cannot be reached (complete,
// DEAD: dead: cannot be reached
// FILE: rbcheck: option '--target': 'other.c' is not in the debug info of this program
// LINE: rbcheck: option '--target': target.c:99 has no code; the nearest code is line
