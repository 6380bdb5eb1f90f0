// One thread takes all signals, with sigwait. If others do not block them, the
// default ends the process instead.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %exits 0 rbcheck --reduce=off %t.bc
// RUN: %rbcc -DOPEN=1 %s -o %t.open.bc && %exits 0 rbcheck %t.open.bc
// RUN: %rbcc -DEXPECTS=1 %s -o %t.expects.bc
// RUN: %exits 1 rbcheck %t.expects.bc | FileCheck %s
// CHECK: assertion failed: number == SIGTERM
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;
static int stopped;

static void *listen(void *arg) {
  int number = 0, expected = 0;
  while (number != SIGTERM) {
    expected = sigwait(&set, &number);
    assert(expected == 0);
#ifdef EXPECTS
    assert(number == SIGTERM);
#endif
    assert(number == SIGUSR1 || number == SIGTERM);
  }
  stopped = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGTERM);
#ifndef OPEN
  pthread_sigmask(SIG_BLOCK, &set, 0);
#endif
  pthread_create(&thread, 0, listen, 0);
  kill(getpid(), SIGUSR1);
  kill(getpid(), SIGTERM);
  pthread_join(thread, 0);
  assert(stopped);
  return 0;
}
