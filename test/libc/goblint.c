// Goblint's functions: a check stops nothing, an assumption what it excludes (so a
// thread that is assumed to be joined has ended), an assertion fails.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DWRONG %s -o %t2.bc
// RUN: %exits 1 rbcheck %t2.bc | FileCheck %s
#include "rbcheck.h"
#include <pthread.h>
void __goblint_check(_Bool);
void __goblint_assume(_Bool);
void __goblint_assert(_Bool);
void __goblint_assume_join();
void __goblint_globalize(void *);
void __goblint_split_begin(int);
void __goblint_split_end(int);
void __goblint_bounded(unsigned long long);
static int done;
static void *worker(void *arg) {
  done = 1;
  return arg;
}
static void join(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  __goblint_assume_join(thread);
  __goblint_assert(done);
}
int main(void) {
  join();
  int value = rb_choose(3);
  __goblint_globalize(&value);
  __goblint_split_begin(value);
  __goblint_bounded(3);
  __goblint_check(value == 1);
  __goblint_assume(value > 0);
#ifdef WRONG
  __goblint_assert(value > 1); // CHECK: goblint.c:[[#@LINE]]:{{.*}} error: assertion failed
#else
  __goblint_assert(value > 0);
#endif
  __goblint_split_end(value);
}
