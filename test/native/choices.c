// Values that rbcheck chose are chosen again: numbers, locks that were not
// free, waits that came too late.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --check=assertion --trace=%t.json %t.bc > %t.out
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *holder(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  int size = 1 + rb_choose(4);
  int number = __VERIFIER_nondet_int();
  int byte = __VERIFIER_nondet_uchar();
  rb_assume(size == 3 && number < 0 && byte == 200);
  pthread_t thread;
  pthread_create(&thread, 0, holder, 0);
  int busy = pthread_mutex_trylock(&lock);
  rb_assume(busy == EBUSY);
  pthread_join(thread, 0);
  struct timespec now = {0, 0};
  pthread_mutex_lock(&lock);
  int late = pthread_cond_timedwait(&never, &lock, &now);
  pthread_mutex_unlock(&lock);
  printf("size %d, number %d, byte %d, late %d\n", size, number, byte,
         late == ETIMEDOUT);
  rb_assert(late == 0, "it was too late");
}
// CHECK: size 3, number -{{[0-9]+}}, byte 200, late 1
// CHECK: here rbcheck saw assertion in T0 {{.*}}it was too late
