// The thread that is left alone makes no visible step any more, and still its
// access races with one of a thread that ended: nobody waited for that.
// RUN: %rbcc %s -o %t.bc
// RUN: echo "order-lone.c:19 <> order-lone.c:31" > %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --verbose | FileCheck %s
// CHECK: CONFIRMED
// CHECK: order-lone.c:31:{{.*}} error: data race on `data`: read in thread 0 and the earlier write in thread 1
// CHECK: order-lone.c:19:{{.*}} note: the earlier access: write by T1
// CHECK: {{[0-9]}}! 31 return data > 1;
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --trace=%t.rbt
// RUN: %exits 1 rbreplay %t.rbt | FileCheck %s --check-prefix=AGAIN
// AGAIN: order-lone.c:31:{{.*}} error: data race on `data`
// RUN: %rbcc -DJOIN %s -o %t2.bc
// RUN: %exits 0 rbcheck %t2.bc --locs %t.locs | FileCheck %s --check-prefix=JOINED
// JOINED: refuted
#include <pthread.h>
static int data, flag;
static void *worker(void *arg) {
  data = 1;
  flag = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  while (!flag)
    ;
#ifdef JOIN
  pthread_join(t, 0);
#endif
  return data > 1;
}
