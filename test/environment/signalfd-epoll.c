// A loop that waits for work and for the signal to stop with epoll. The signal can
// come before the last piece of work.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %exits 0 rbcheck --uninitialised=report %t.bc
// RUN: %rbcc -DNESTED=1 %s -o %t.nested.bc && %exits 0 rbcheck %t.nested.bc
// RUN: %rbcc -DTRUSTS=1 %s -o %t.trusts.bc
// RUN: %exits 1 rbcheck %t.trusts.bc | FileCheck %s
// RUN: %rbcc -DTRUSTS=1 -DNESTED=1 %s -o %t.both.bc
// RUN: %exits 1 rbcheck %t.both.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *work(void *unused) {
  send(ends[1], "x", 1, 0);
  return unused;
}

static void *stop(void *unused) {
  kill(getpid(), SIGTERM);
  return unused;
}

static void add(int to, int fd) {
  struct epoll_event event = {EPOLLIN, {.fd = fd}};
  assert(!epoll_ctl(to, EPOLL_CTL_ADD, fd, &event));
}

int main(void) {
  pthread_t worker, stopper;
  sigset_t set;
  struct epoll_event event;
  struct signalfd_siginfo info;
  char byte;
  int isDone = 0, got = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  int signals = signalfd(-1, &set, SFD_NONBLOCK), all = epoll_create1(0);
#ifdef NESTED
  int inner = epoll_create1(0);
  add(inner, signals);
  add(all, inner);
#else
  add(all, signals);
#endif
  add(all, ends[0]);
  pthread_create(&worker, 0, work, 0);
  pthread_create(&stopper, 0, stop, 0);
  while (!isDone) {
    assert(epoll_wait(all, &event, 1, -1) == 1);
    if (event.data.fd == ends[0]) {
      got += (int)recv(ends[0], &byte, 1, 0);
    } else {
      assert(read(signals, &info, sizeof info) == sizeof info);
      assert(info.ssi_signo == SIGTERM);
      isDone = 1;
    }
  }
#ifdef TRUSTS
  assert(got == 1); // CHECK: signalfd-epoll.c:[[#@LINE]]:{{.*}} error: assertion
#else
  if (!got)
    assert(recv(ends[0], &byte, 1, 0) == 1);
#endif
  pthread_join(worker, 0);
  pthread_join(stopper, 0);
  return 0;
}
