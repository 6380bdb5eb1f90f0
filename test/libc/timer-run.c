// What timer_create and relatives return, in one thread.
// RUN: %same %s
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define SHOW(call)                                                             \
  (errno = 0, printf("%s = %ld", #call, (long)(call)), printf(", %d\n", errno))

int main(void) {
  timer_t timer, silent;
  siginfo_t info;
  sigset_t set;
  struct sigevent event;
  struct itimerspec time = {{0, 0}, {0, 1000000}}, old, left;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigaddset(&set, SIGRTMIN);
  sigprocmask(SIG_BLOCK, &set, 0);
  memset(&event, 0, sizeof event);
  event.sigev_notify = 77;
  SHOW(timer_create(CLOCK_REALTIME, &event, &timer));
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = 99;
  SHOW(timer_create(CLOCK_REALTIME, &event, &timer));
  SHOW(timer_create(1234, 0, &timer));
  SHOW(timer_create(CLOCK_REALTIME, 0, &timer));
  SHOW(timer_gettime(timer, &left));
  SHOW(left.it_value.tv_sec + left.it_value.tv_nsec);
  SHOW(timer_settime(timer, 0, &time, &old));
  SHOW(old.it_value.tv_sec + old.it_value.tv_nsec);
  SHOW(sigwaitinfo(&set, &info));
  SHOW(info.si_code == SI_TIMER);
  SHOW(timer_getoverrun(timer));
  SHOW(timer_gettime(timer, &left));
  SHOW(left.it_value.tv_sec + left.it_value.tv_nsec);
  time.it_value.tv_nsec = 1000000000;
  SHOW(timer_settime(timer, 0, &time, 0));
  event.sigev_signo = SIGRTMIN;
  event.sigev_value.sival_int = 5;
  SHOW(timer_create(CLOCK_MONOTONIC, &event, &silent));
  time.it_value = (struct timespec){0, 1};
  SHOW(timer_settime(silent, TIMER_ABSTIME, &time, 0));
  SHOW(sigwaitinfo(&set, &info) == SIGRTMIN);
  SHOW(info.si_value.sival_int);
  SHOW(timer_delete(silent));
  event.sigev_notify = SIGEV_NONE;
  SHOW(timer_create(CLOCK_MONOTONIC, &event, &silent));
  time.it_value = (struct timespec){0, 1000000};
  SHOW(timer_settime(silent, 0, &time, 0));
  do
    timer_gettime(silent, &left);
  while (left.it_value.tv_sec || left.it_value.tv_nsec);
  time.it_value = (struct timespec){1000, 0};
  SHOW(timer_settime(silent, 0, &time, 0));
  SHOW(timer_settime(silent, 0, &time, &old));
  SHOW(old.it_value.tv_sec > 900);
  SHOW(timer_delete(silent));
  SHOW(timer_delete(timer));
  return 0;
}
