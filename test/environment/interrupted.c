// System calls that wait end with EINTR when a handler runs inside of them: those
// that move bytes or accept not with SA_RESTART, poll and epoll_wait in any case.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: assertion failed: result >= 0
// RUN: %rbcc -DTRIES=1 %s -o %t.tries.bc && %exits 0 rbcheck %t.tries.bc
// RUN: %rbcc -DFLAGS=SA_RESTART %s -o %t.flags.bc && %exits 0 rbcheck %t.flags.bc
// RUN: %rbcc -DFLAGS=SA_RESTART -DPOLLS=1 %s -o %t.polls.bc
// RUN: %exits 1 rbcheck %t.polls.bc | FileCheck %s
// RUN: %rbcc -DTRIES=1 -DPOLLS=1 %s -o %t.both.bc && %exits 0 rbcheck %t.both.bc
// RUN: %rbcc -DFLAGS=SA_RESTART -DLIMIT=1 %s -o %t.limit.bc
// RUN: %exits 1 rbcheck --accept=time %t.limit.bc | FileCheck %s
// RUN: %rbcc -DACCEPTS=1 %s -o %t.accepts.bc
// RUN: %exits 1 rbcheck %t.accepts.bc | FileCheck %s
// RUN: %rbcc -DACCEPTS=1 -DTRIES=1 %s -o %t.again.bc
// RUN: %exits 0 rbcheck %t.again.bc
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef FLAGS
#define FLAGS 0
#endif

static int ends[2], listener;
static struct sockaddr_un name = {AF_UNIX, "/interrupted.socket"};
static volatile sig_atomic_t count;

static void note(int number) { count = number; }

static int once(void) {
#if defined POLLS || defined LIMIT
  struct pollfd one = {ends[0], POLLIN, 0};
#ifdef LIMIT
  return poll(&one, 1, 1000);
#else
  return poll(&one, 1, -1);
#endif
#elif defined ACCEPTS
  return accept(listener, 0, 0);
#else
  char byte;
  return (int)recv(ends[0], &byte, 1, 0);
#endif
}

static void *work(void *unused) {
  int result = once();
#ifdef TRIES
  while (result < 0 && errno == EINTR)
    result = once();
#endif
  assert(result >= 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct sigaction action = {.sa_handler = note, .sa_flags = FLAGS};
  sigaction(SIGUSR1, &action, 0);
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
#ifdef ACCEPTS
  listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(!bind(listener, (struct sockaddr *)&name, sizeof name));
  assert(!listen(listener, 1));
#endif
  pthread_create(&thread, 0, work, 0);
  pthread_kill(thread, SIGUSR1);
#ifdef ACCEPTS
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(!connect(fd, (struct sockaddr *)&name, sizeof name));
#else
  send(ends[1], "x", 1, 0);
#endif
  pthread_join(thread, 0);
  return 0;
}
