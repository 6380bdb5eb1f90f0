// Timers in one thread, and waits that end before and behind them.
// RUN: %same %s
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define SHOW(call)                                                             \
  (errno = 0, printf("%s = %ld", #call, (long)(call)), printf(", %d\n", errno))

int main(void) {
  uint64_t times = 0;
  struct itimerspec time = {{0, 0}, {0, 20000000}}, left;
  int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  struct pollfd one = {fd, POLLIN, 0};
  SHOW(read(fd, &times, 8));
  SHOW(poll(&one, 1, 1));
  SHOW(timerfd_settime(fd, 0, &time, 0));
  SHOW(poll(&one, 1, 5000));
  SHOW(one.revents);
  SHOW(read(fd, &times, 8));
  SHOW(times);
  SHOW(read(fd, &times, 8));
  SHOW(timerfd_gettime(fd, &left));
  SHOW(left.it_value.tv_sec + left.it_value.tv_nsec);
  time.it_value.tv_sec = 1000;
  SHOW(timerfd_settime(fd, 0, &time, &left));
  SHOW(timerfd_gettime(fd, &left));
  SHOW(left.it_value.tv_sec > 900);
  time.it_value.tv_sec = time.it_value.tv_nsec = 0;
  SHOW(timerfd_settime(fd, 0, &time, 0));
  SHOW(poll(&one, 1, 1));
  SHOW(fcntl(fd, F_SETFL, 0));
  time.it_value.tv_nsec = 1000;
  SHOW(timerfd_settime(fd, 0, &time, 0));
  SHOW(read(fd, &times, 8));
  int set = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {.u32 = 9}};
  SHOW(epoll_ctl(set, EPOLL_CTL_ADD, fd, &event));
  SHOW(epoll_wait(set, &event, 1, 0));
  SHOW(timerfd_settime(fd, 0, &time, 0));
  SHOW(epoll_wait(set, &event, 1, -1));
  SHOW(event.data.u32);
  return 0;
}
