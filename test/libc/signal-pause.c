// A signal that comes between the test and pause() is waited for in vain.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dpor %t.bc | FileCheck %s
// CHECK: error: deadlock
// RUN: %rbcc -DSUSPENDS=1 %s -o %t.suspends.bc
// RUN: %exits 0 rbcheck %t.suspends.bc
// RUN: %exits 0 rbcheck --reduce=off %t.suspends.bc
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t isDone;

static void finish(int number) { isDone = number; }

static void *work(void *arg) {
  sigset_t none;
  sigemptyset(&none);
  while (!isDone) {
#ifdef SUSPENDS
    sigsuspend(&none);
#else
    pause();
#endif
  }
  assert(isDone == SIGUSR1);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct sigaction action = {.sa_handler = finish};
  sigaction(SIGUSR1, &action, 0);
#ifdef SUSPENDS
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0); // the thread inherits it
#endif
  pthread_create(&thread, 0, work, 0);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, 0);
  return 0;
}
