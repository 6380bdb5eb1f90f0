// Signals that are read from a descriptor, in one thread.
// RUN: %same %s
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <unistd.h>

#define SHOW(call)                                                             \
  (errno = 0, printf("%s = %ld", #call, (long)(call)), printf(", %d\n", errno))

int main(void) {
  sigset_t set, pending;
  struct signalfd_siginfo info[3];
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGRTMIN);
  sigaddset(&set, SIGKILL);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  SHOW(signalfd(-1, &set, 12345));
  SHOW(signalfd(0, &set, 0));
  SHOW(signalfd(77, &set, 0));
  int fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  SHOW(fcntl(fd, F_GETFL));
  SHOW(fcntl(fd, F_GETFD));
  SHOW(read(fd, info, sizeof info));
  SHOW(read(fd, info, 100));
  SHOW(write(fd, info, 128));
  struct pollfd one = {fd, POLLIN | POLLOUT, 0};
  SHOW(poll(&one, 1, 0));
  raise(SIGUSR1);
  raise(SIGUSR1);
  const union sigval value = {.sival_int = 42};
  sigqueue(getpid(), SIGRTMIN, value);
  sigqueue(getpid(), SIGRTMIN, value);
  kill(getpid(), SIGUSR1);
  SHOW(poll(&one, 1, 0));
  SHOW(one.revents);
  fd_set reads;
  FD_ZERO(&reads);
  FD_SET(fd, &reads);
  struct timeval none = {0, 0};
  SHOW(select(fd + 1, &reads, 0, 0, &none));
  int set1 = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {.u32 = 9}};
  SHOW(epoll_ctl(set1, EPOLL_CTL_ADD, fd, &event));
  SHOW(epoll_wait(set1, &event, 1, -1));
  SHOW(event.events);
  SHOW(read(fd, info, sizeof info) / sizeof *info);
  for (int i = 0; i < 3; ++i)
    printf("%u %d %d %d %d\n", info[i].ssi_signo, info[i].ssi_code,
           info[i].ssi_pid == (unsigned)getpid(), info[i].ssi_int,
           info[i].ssi_errno);
  SHOW(read(fd, info, sizeof info) / sizeof *info);
  printf("%u %d %d\n", info[0].ssi_signo, info[0].ssi_code, info[0].ssi_int);
  SHOW(read(fd, info, sizeof info));
  SHOW(epoll_wait(set1, &event, 1, 0));
  sigpending(&pending);
  SHOW(sigismember(&pending, SIGUSR1));
  // Only the one that is in the set now.
  raise(SIGUSR1);
  SHOW(epoll_wait(set1, &event, 1, 0));
  sigdelset(&set, SIGUSR1);
  SHOW(signalfd(fd, &set, 0) == fd);
  SHOW(epoll_wait(set1, &event, 1, 0));
  SHOW(read(fd, info, sizeof info));
  sigaddset(&set, SIGUSR1);
  SHOW(signalfd(fd, &set, 0) == fd);
  SHOW(fcntl(fd, F_GETFL));
  SHOW(epoll_wait(set1, &event, 1, 0));
  SHOW(read(fd, info, sizeof info));
  // A timer's.
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  int second = signalfd(-1, &set, 0);
  const struct itimerval soon = {{0, 0}, {0, 1000}};
  setitimer(ITIMER_REAL, &soon, 0);
  SHOW(read(second, info, sizeof info));
  printf("%u %d\n", info[0].ssi_signo, info[0].ssi_code);
  // Each edge once.
  event.events = EPOLLIN | EPOLLET;
  SHOW(epoll_ctl(set1, EPOLL_CTL_MOD, fd, &event));
  raise(SIGUSR1);
  SHOW(epoll_wait(set1, &event, 1, 0));
  SHOW(epoll_wait(set1, &event, 1, 0));
  raise(SIGRTMIN);
  SHOW(epoll_wait(set1, &event, 1, 0));
  SHOW(epoll_wait(set1, &event, 1, 0));
  close(fd);
  SHOW(epoll_wait(set1, &event, 1, 0));
  SHOW(read(second, info, sizeof info) / sizeof *info);
  close(second);
  raise(SIGUSR1);
  return 0;
}
