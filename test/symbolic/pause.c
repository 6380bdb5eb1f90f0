// While main decides how often to go round, others may move; an ordinary machine runs
// on into the assumption. What shows for values that the assumption rules out is no
// error, and what it shows for others is not known.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 2 rbcheck %t.bc | FileCheck %s
// CHECK: inconclusive: no values were found that show an error
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdatomic.h>

static atomic_int a;
static unsigned char in;

static void *other(void *unused) {
  int seen = atomic_load(&a);
  assert(seen == 0 || in != 2);
  return unused;
}

int main(void) {
  in = rb_nondet_uchar();
  rb_assume(in < 4);
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  unsigned char mine = in;
  atomic_store(&a, 1);
  for (int i = 0; i < mine; ++i)
    ;
  rb_assume(mine == 3);
  pthread_join(thread, 0);
}
