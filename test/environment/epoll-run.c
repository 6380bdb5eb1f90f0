// Instances of epoll in one thread: one in the other, once only, edges.
// RUN: %same %s
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define SHOW(call)                                                             \
  (errno = 0, printf("%s = %ld", #call, (long)(call)), printf(", %d\n", errno))

int main(void) {
  int outer = epoll_create1(0), inner = epoll_create1(EPOLL_CLOEXEC);
  int first = eventfd(0, 0), second = eventfd(0, EFD_NONBLOCK);
  struct epoll_event event = {EPOLLIN, {.u32 = 1}}, got[4];
  struct pollfd one = {outer, POLLIN, 0};
  eventfd_t value;
  SHOW(epoll_ctl(inner, EPOLL_CTL_ADD, inner, &event));
  SHOW(epoll_ctl(outer, EPOLL_CTL_ADD, inner, &event));
  SHOW(epoll_ctl(outer, EPOLL_CTL_ADD, inner, &event));
  event.data.u32 = 2;
  SHOW(epoll_ctl(inner, EPOLL_CTL_ADD, first, &event));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(eventfd_write(first, 3));
  SHOW(poll(&one, 1, 0));
  SHOW(epoll_wait(outer, got, 4, -1));
  SHOW(got[0].data.u32);
  SHOW(epoll_wait(inner, got, 4, -1));
  SHOW(got[0].data.u32);
  SHOW(eventfd_read(first, &value));
  SHOW(epoll_wait(outer, got, 4, 0));
  // An inner one of which the outer one tells edges.
  event = (struct epoll_event){EPOLLIN | EPOLLET, {.u32 = 5}};
  SHOW(epoll_ctl(outer, EPOLL_CTL_MOD, inner, &event));
  SHOW(eventfd_write(first, 1));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(eventfd_write(first, 1));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(epoll_ctl(outer, EPOLL_CTL_DEL, inner, 0));
  SHOW(poll(&one, 1, 0));
  // Once, until it is set again.
  event = (struct epoll_event){EPOLLIN | EPOLLONESHOT, {.u32 = 6}};
  SHOW(epoll_ctl(outer, EPOLL_CTL_ADD, second, &event));
  SHOW(eventfd_write(second, 1));
  SHOW(epoll_wait(outer, got, 4, -1));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(eventfd_write(second, 1));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(epoll_ctl(outer, EPOLL_CTL_MOD, second, &event));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(got[0].data.u32);
  SHOW(epoll_wait(outer, got, 4, 0));
  // Edges of reading and writing.
  event.events = EPOLLIN | EPOLLOUT | EPOLLET;
  SHOW(epoll_ctl(outer, EPOLL_CTL_MOD, second, &event));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(got[0].events);
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(eventfd_read(second, &value));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(got[0].events);
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(eventfd_write(second, 1));
  SHOW(epoll_wait(outer, got, 4, 0));
  SHOW(got[0].events);
  return 0;
}
