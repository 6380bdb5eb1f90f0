// A thread reads signals from a descriptor: those to the process and those to
// itself, not those to others.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %exits 0 rbcheck --reduce=off %t.bc
// RUN: %rbcc -DPOLLS=1 %s -o %t.polls.bc && %exits 0 rbcheck %t.polls.bc
// RUN: %rbcc -DOTHER=1 %s -o %t.other.bc
// RUN: %exits 1 rbcheck %t.other.bc | FileCheck --check-prefix=OTHER %s
// OTHER: deadlock
// OTHER: waits for a signal that nobody sends
// RUN: %rbcc -DOTHER=1 -DPOLLS=1 %s -o %t.both.bc
// RUN: %exits 1 rbcheck %t.both.bc | FileCheck --check-prefix=POLLS %s
// POLLS: deadlock
// POLLS: waits for descriptors at which nothing happens
// RUN: %rbcc -DORDER=1 %s -o %t.order.bc
// RUN: %exits 1 rbcheck %t.order.bc | FileCheck %s
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int fd, told;

static void *listen(void *unused) {
  struct signalfd_siginfo info[2];
  for (int left = 2; left;) {
#ifdef POLLS
    struct pollfd one = {fd, POLLIN, 0};
    assert(poll(&one, 1, -1) == 1);
#endif
    long size = read(fd, info, sizeof info);
    assert(size == 128 || size == 256);
    left -= size / 128;
#ifdef ORDER
    // CHECK: signalfd.c:[[#@LINE+1]]:{{.*}} error: assertion
    assert(info[0].ssi_signo == SIGTERM || size == 256);
#endif
  }
  assert(told == 1); // written before the signal was sent
  return unused;
}

int main(void) {
  pthread_t thread;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  fd = signalfd(-1, &set, 0);
  pthread_create(&thread, 0, listen, 0);
  kill(getpid(), SIGUSR1);
  told = 1;
#ifdef OTHER
  pthread_kill(pthread_self(), SIGTERM);
#else
  pthread_kill(thread, SIGTERM);
#endif
  pthread_join(thread, 0);
  return 0;
}
