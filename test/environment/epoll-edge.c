// With EPOLLET two messages can be one event: who reads one of them and waits
// again misses the other one. Without, or if all is read, it is seen.
// RUN: %rbcc -DEDGE=EPOLLET %s -o %t.edge.bc
// RUN: %exits 1 rbcheck %t.edge.bc | FileCheck %s
// CHECK: deadlock
// CHECK: waits for descriptors at which nothing happens
// RUN: %rbcc -DEDGE=0 %s -o %t.level.bc && %exits 0 rbcheck %t.level.bc
// RUN: %rbcc -DEDGE=EPOLLET -DALL=1 %s -o %t.all.bc && %exits 0 rbcheck %t.all.bc
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *send2(void *unused) {
  send(ends[1], "a", 1, 0);
  send(ends[1], "b", 1, 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  int fd = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN | EDGE, .data.u32 = 7};
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  assert(!epoll_ctl(fd, EPOLL_CTL_ADD, ends[0], &event));
  pthread_create(&thread, 0, send2, 0);
  for (int got = 0; got < 2;) {
    char byte;
    assert(epoll_wait(fd, &event, 1, -1) == 1);
    assert(event.data.u32 == 7 && event.events == EPOLLIN);
#ifdef ALL
    while (recv(ends[0], &byte, 1, 0) == 1)
      ++got;
#else
    if (recv(ends[0], &byte, 1, 0) == 1)
      ++got;
#endif
  }
  pthread_join(thread, 0);
  return 0;
}
