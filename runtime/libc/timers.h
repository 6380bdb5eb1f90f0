//===- runtime/libc/timers.h - What the files about timers share ----------===//
//
// timers.c has the timers of setitimer(), posix-timers.c those of timer_create().
// All are in one table, in quiet memory, since they may send the same signals.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/libc/signals.h"

#include <sys/time.h>
#include <time.h>

struct SignalTimer {
  int number; ///< of the signal; 0: it sends none
  int thread; ///< or kProcess
  int isArmed;
  int isMade; ///< timer_create made it
  struct Origin from;
  struct itimerspec value; ///< what it was set to
};

/// ITIMER_*, then those of timer_create().
enum { kIntervalTimers = 3, kTimers = kIntervalTimers + 32 };
extern struct SignalTimer __rb_timers[kTimers];

int __rb_interrupt(int number, int call);
/// The step of setting a timer: what it was set to is in `old`.
void __rb_timer_set(struct SignalTimer *timer, const struct itimerspec *value,
                    struct itimerspec *old);
/// Whether and for how long it is set.
struct itimerspec __rb_timer_left(const struct SignalTimer *timer);
int __rb_timer_valid(const struct timespec *time);
int __rb_timer_nonzero(const struct timespec *time);

void __rb_approximate(const char *name, const char *who);
