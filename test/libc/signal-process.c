// A signal to the process comes to any thread that does not block it.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: assertion failed: pthread_equal(pthread_self(), first)
// RUN: %rbcc -DOTHER=1 %s -o %t.other.bc
// RUN: %exits 1 rbcheck %t.other.bc | FileCheck --check-prefix=OTHER %s
// OTHER: assertion failed: !pthread_equal(pthread_self(), first)
// RUN: %rbcc -DBLOCKS=1 %s -o %t.blocks.bc && %exits 0 rbcheck %t.blocks.bc
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_t first;

static void note(int number) {
  (void)number;
#ifdef OTHER
  assert(!pthread_equal(pthread_self(), first));
#else
  assert(pthread_equal(pthread_self(), first));
#endif
}

static void *work(void *arg) {
#ifdef BLOCKS
  sigset_t set;
  sigfillset(&set);
  pthread_sigmask(SIG_BLOCK, &set, 0);
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  first = pthread_self();
  signal(SIGUSR1, note);
  pthread_create(&thread, 0, work, 0);
#ifdef BLOCKS
  pthread_join(thread, 0);
#endif
  kill(getpid(), SIGUSR1);
#ifndef BLOCKS
  pthread_join(thread, 0);
#endif
  return 0;
}
