// A timer of timer_create sends its signal at any time from when it is set on,
// to the process or to one thread, and not any more when it was taken back.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: assertion failed: first == second
// RUN: %rbcc -DBLOCKS=1 %s -o %t.blocks.bc && %exits 0 rbcheck %t.blocks.bc
// RUN: %rbcc -DSTOPS=1 %s -o %t.stops.bc && %exits 0 rbcheck %t.stops.bc
// RUN: %rbcc -DDELETES=1 %s -o %t.deletes.bc && %exits 0 rbcheck %t.deletes.bc
// RUN: %rbcc -DTHREAD=1 -DBLOCKS=1 %s -o %t.thread.bc
// RUN: %exits 0 rbcheck %t.thread.bc
// RUN: %rbcc -DTHREAD=1 %s -o %t.both.bc
// RUN: %exits 1 rbcheck %t.both.bc | FileCheck %s
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static int first, second;

static void check(int number, siginfo_t *info, void *unused) {
  (void)unused;
  assert(number == SIGUSR1 && info->si_code == SI_TIMER);
  assert(info->si_value.sival_int == 7);
  assert(first == second);
#ifdef THREAD
  assert(gettid() == getpid());
#endif
}

static void *rest(void *unused) { return unused; }

int main(void) {
  timer_t timer;
  pthread_t thread;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                           .sigev_signo = SIGUSR1,
                           .sigev_value.sival_int = 7};
  const struct itimerspec soon = {{0, 0}, {1, 0}};
  const struct itimerspec never = {{0, 0}, {0, 0}};
  struct sigaction action = {.sa_sigaction = check, .sa_flags = SA_SIGINFO};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaction(SIGUSR1, &action, 0);
#ifdef THREAD
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_notify_thread_id = gettid();
  pthread_create(&thread, 0, rest, 0);
#else
  (void)thread, (void)rest;
#endif
  assert(!timer_create(CLOCK_MONOTONIC, &event, &timer));
  assert(!timer_settime(timer, 0, &soon, 0));
#ifdef STOPS
  assert(!timer_settime(timer, 0, &never, 0));
#else
  (void)never;
#endif
#ifdef DELETES
  assert(!timer_delete(timer));
#endif
#ifdef BLOCKS
  sigprocmask(SIG_BLOCK, &set, 0);
#endif
  first = 1;
  second = 1;
#ifdef BLOCKS
  sigprocmask(SIG_UNBLOCK, &set, 0);
#endif
#ifdef THREAD
  pthread_join(thread, 0);
#endif
  return 0;
}
