// Who waits for the signal of a timer can be interrupted by another one first.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DTRUSTS=1 %s -o %t.trusts.bc
// RUN: %exits 1 rbcheck %t.trusts.bc | FileCheck %s
// CHECK: assertion failed: number == SIGALRM
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_t waiter;
static volatile sig_atomic_t noted;

static void note(int number) { noted = number; }

static void *disturb(void *unused) {
  pthread_kill(waiter, SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  sigset_t set;
  int number;
  struct sigaction action = {.sa_handler = note};
  sigaction(SIGUSR1, &action, 0);
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  waiter = pthread_self();
  pthread_create(&thread, 0, disturb, 0);
  alarm(1);
  number = sigwaitinfo(&set, 0);
#ifndef TRUSTS
  while (number < 0) {
    assert(errno == EINTR && noted == SIGUSR1);
    number = sigwaitinfo(&set, 0);
  }
#endif
  assert(number == SIGALRM);
  pthread_join(thread, 0);
  return 0;
}
