// An unknown int that is an index once its range was asked for: all values in
// the range are tried, and one for each way to be out of it. Nothing is left
// out, through casts, sums, helper functions, loops and threads.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DRARE %s -o %t2.bc
// RUN: %exits 1 rbcheck %t2.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int condition);

static void require(int condition) {
  if (!condition)
    exit(0);
}
static int isDigit(int value) { return value >= 0 && value < 10; }

static int squares[10];

static int index(void) {
  int i = __VERIFIER_nondet_int();
  if (!isDigit(i))
    return 0;
  return squares[i];
}

// i + 1 wraps around for one value only, and is asked about all the same.
static int sums(void) {
  int i = __VERIFIER_nondet_int(), seen = 0;
  i++;
  if (i - 1 > 5)
    seen = 1;
  i--;
  if (i == 2147483647)
    seen += 2;
  if ((long)i + 10 == 17)
    seen += 4;
  return seen;
}

static int rest(void) {
  long from = __VERIFIER_nondet_long();
  __VERIFIER_assume(from >= 7);
  int all = 0;
  while (from < 10)
    all += squares[from++];
  return all;
}

static void *ignore(void *argument) { return argument ? 0 : &squares; }

int main(void) {
  for (int i = 0; i < 10; i++)
    squares[i] = i * i;
  int square = index(), kinds = sums(), sum = rest();
  int remainder = __VERIFIER_nondet_int() % 3;
  unsigned bits = __VERIFIER_nondet_uint() & 3;
  int given = __VERIFIER_nondet_int();
  require(given != 5);
  pthread_t thread;
  pthread_create(&thread, 0, ignore, (void *)(long)given);
  pthread_join(thread, 0);
  assert(square <= 81 && kinds < 8 && sum <= 194);
  assert(remainder > -3 && remainder < 3 && bits < 4 && given != 5);
#ifdef RARE
  // CHECK: verifier-ranges.c:[[#@LINE+1]]:{{.*}} error: assertion failed
  assert(square != 49 || kinds != 3 || sum != 145 || remainder != -2 ||
         bits != 3);
#endif
}
