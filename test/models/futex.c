// A lock of one word on futexes, and one that wakes nobody.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DSILENT %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int word; // 1 while somebody has it
static int count;
static void lock(void) {
  while (atomic_exchange(&word, 1))
    if (syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, 0) == -1)
      assert(errno == EAGAIN);
}
static void unlock(void) {
  word = 0;
#ifndef SILENT
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
#endif
}
static void *add(void *arg) {
  lock();
  ++count;
  unlock();
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  add(0);
  pthread_join(a, 0);
  assert(count == 2);
}
