// A function is called with fewer arguments than it has parameters: through a
// pointer of another type, by a wrong declaration, as the start of a thread.
// Calls without prototype, of variadic functions and with structs are fine.
// Not for the oracle: calls that fit no function.
// RUN: %rbcc -DHOW=0 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DHOW=1 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DHOW=2 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DHOW=3 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: error: add is called with 1 argument and has 2 parameters
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

#ifndef HOW
#define HOW 1
#endif

static int add(int a, int b) { return a + b; }
static int twice(a) int a; { return 2 * a; }
static int none() { return 7; }
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int all = 0;
  while (n--)
    all += va_arg(list, int);
  va_end(list);
  return all;
}
struct Small { int a, b, c; };
struct Large { long a[9]; };
static long both(struct Small s, struct Large l, __int128 w) {
  return s.c + l.a[8] + (long)w;
}
static void *ignores() { return 0; }

int main(void) {
  pthread_t t;
  if (HOW == 0) {
    int (*old)() = (int (*)())add;
    int (*less)() = (int (*)())none;
    long (*structs)(struct Small, struct Large, __int128) = both;
    int (*any)(int, ...) = sum;
    assert(old(1, 2) == 3 && less(1) == 7 && twice(4) == 8);
    assert(any(2, 3, 4) == 7 && any(0) == 0);
    struct Large large = {{[8] = 10}};
    assert(structs((struct Small){1, 2, 3}, large, 100) == 113);
    pthread_create(&t, 0, (void *(*)(void *))ignores, 0);
    pthread_join(t, 0);
  }
  if (HOW == 1)
    return ((int (*)(int))add)(1);
  if (HOW == 2) {
    int (*volatile pointer)(int) = (int (*)(int))add;
    return pointer(1);
  }
  if (HOW == 3)
    pthread_create(&t, 0, (void *(*)(void *))add, 0);
}
