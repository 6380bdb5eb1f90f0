// A signal that is blocked but for the wait ends it, whenever it was sent. Who
// unblocks it and then waits misses one that comes between both.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DWITH=1 %s -o %t.select.bc && %exits 0 rbcheck %t.select.bc
// RUN: %rbcc -DWITH=2 %s -o %t.epoll.bc && %exits 0 rbcheck %t.epoll.bc
// RUN: %rbcc -DUNBLOCKS=1 %s -o %t.unblocks.bc
// RUN: %exits 1 rbcheck %t.unblocks.bc | FileCheck %s
// CHECK: deadlock
// CHECK: waits for descriptors at which nothing happens
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

#ifndef WITH
#define WITH 0
#endif

static int ends[2];
static volatile sig_atomic_t stopped;

static void stop(int number) { stopped = number; }

static int waitOnce(const sigset_t *mask) {
#if WITH == 1
  fd_set reads;
  FD_ZERO(&reads);
  FD_SET(ends[0], &reads);
  return pselect(ends[0] + 1, &reads, 0, 0, 0, mask);
#elif WITH == 2
  struct epoll_event event = {EPOLLIN, {.fd = ends[0]}};
  int set = epoll_create1(0);
  assert(!epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event));
  return epoll_pwait(set, &event, 1, -1, mask);
#else
  struct pollfd one = {ends[0], POLLIN, 0};
  return ppoll(&one, 1, 0, mask);
#endif
}

static void *work(void *unused) {
  sigset_t none, before;
  sigemptyset(&none);
#ifdef UNBLOCKS
  pthread_sigmask(SIG_SETMASK, &none, &before);
  if (!stopped)
    assert(waitOnce(0) == -1 && errno == EINTR);
#else
  assert(!stopped);
  assert(waitOnce(&none) == -1 && errno == EINTR);
  pthread_sigmask(SIG_SETMASK, 0, &before);
  assert(sigismember(&before, SIGUSR1) == 1);
#endif
  assert(stopped == SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  sigset_t set;
  struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, 0);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pipe(ends);
  pthread_create(&thread, 0, work, 0);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, 0);
  return 0;
}
