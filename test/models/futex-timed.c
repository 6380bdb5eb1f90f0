// A wait with a time limit ends by it, by a wake-up, or at once; waking tells
// how many it woke. (Waits that end without a reason: spurious-futex.c.)
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --spurious=off %t.bc
// RUN: %rbcc -DSURE %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: error: assertion failed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static atomic_int word;
static long woken;
static void *wake(void *arg) {
  word = 1;
  woken = syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX);
  return arg;
}
int main(void) {
  pthread_t t;
  struct timespec time = {1, 0};
  pthread_create(&t, 0, wake, 0);
  long result = syscall(SYS_futex, &word, FUTEX_WAIT, 0, &time);
  int error = result ? errno : 0;
  pthread_join(t, 0);
#ifdef SURE
  assert(result == 0);
#endif
  assert(woken == (result == 0));
  assert(result == 0 || error == ETIMEDOUT || error == EAGAIN);
}
