// Two threads serve one set. Without EPOLLONESHOT both can be told of the same
// socket, and each of them trusts that nobody else reads it.
// RUN: %rbcc -DONCE=EPOLLONESHOT %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DONCE=0 %s -o %t.both.bc
// RUN: %exits 1 rbcheck %t.both.bc | FileCheck %s
// CHECK: assertion failed: users == 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/socket.h>

static int set, ends[2];
static atomic_int users;

static void *serve(void *unused) {
  struct epoll_event event;
  char byte;
  assert(epoll_wait(set, &event, 1, -1) == 1);
  ++users;
  assert(users == 1);
  assert(recv(ends[0], &byte, 1, 0) == 1);
  --users;
  event.events = EPOLLIN | ONCE;
  assert(!epoll_ctl(set, EPOLL_CTL_MOD, ends[0], &event));
  return unused;
}

int main(void) {
  pthread_t threads[2];
  struct epoll_event event = {EPOLLIN | ONCE, {.u32 = 1}};
  set = epoll_create1(0);
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  assert(!epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event));
  send(ends[1], "ab", 2, 0);
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, serve, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
