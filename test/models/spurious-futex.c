// FUTEX_WAIT may return 0 without a wake-up.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --spurious=off %t.bc
// RUN: %rbcc -DLOOP %s -o %t-loop.bc
// RUN: %exits 0 rbcheck %t-loop.bc
// CHECK: futex word: wakes without a reason
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *wake(void *arg) {
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wake, 0);
#ifdef LOOP
  while (word == 0)
#endif
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0);
  assert(word == 1);
  pthread_join(t, 0);
}
