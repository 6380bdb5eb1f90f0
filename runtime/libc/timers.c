//===- runtime/libc/timers.c - Signals that time sends --------------------===//
//
// Time is virtual: from when a timer is set on, its signal can come at any time,
// or never. A timer with an interval goes on like that for ever. What is left of
// the time is what it was set to. Tested by test/libc/signal-alarm*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/libc/signals.h"

#include <rbcheck.h>
#include <sys/time.h>
#include <unistd.h>

int __rb_interrupt(int number, int call);

RB_QUIET static struct itimerval timers[3];

static const int kSignals[3] = {SIGALRM, SIGVTALRM, SIGPROF};

static int isSet(const struct timeval *time) {
  return time->tv_sec != 0 || time->tv_usec != 0;
}

static int isValid(const struct timeval *time) {
  return time->tv_sec >= 0 && time->tv_usec >= 0 && time->tv_usec < 1000000;
}

static void setTimer(int which, const struct itimerval *value,
                     struct itimerval *old) {
  __rb_send_point(__rb_interrupt);
  const int number = kSignals[which];
  const uint64_t bit = bitOf(number);
  // A signal that nobody took yet may have come before.
  if (__rb_signals.armed & ownSignals()->mask & bit && rb_choose(2))
    __rb_signal_fire(number);
  *old = timers[which];
  if (!(__rb_signals.armed & bit))
    memset(&old->it_value, 0, sizeof old->it_value);
  timers[which] = *value;
  __rb_signals.armed &= ~bit;
  __rb_timer_again &= ~bit;
  if (isSet(&value->it_value)) {
    __rb_signals.armed |= bit;
    if (isSet(&value->it_interval))
      __rb_timer_again |= bit;
  } else {
    memset(&timers[which], 0, sizeof timers[which]);
  }
  __rb_signals_changed();
}

int setitimer(__itimer_which_t which, const struct itimerval *value,
              struct itimerval *old) {
  const struct itimerval none = {{0, 0}, {0, 0}};
  struct itimerval wanted = value ? *value : none, before;
  if ((unsigned)which > ITIMER_PROF || !isValid(&wanted.it_value) ||
      !isValid(&wanted.it_interval)) {
    errno = EINVAL;
    return -1;
  }
  setTimer((int)which, &wanted, &before);
  if (old)
    *old = before;
  return 0;
}

int getitimer(__itimer_which_t which, struct itimerval *value) {
  if ((unsigned)which > ITIMER_PROF) {
    errno = EINVAL;
    return -1;
  }
  __rb_signal_point();
  struct itimerval now = timers[which];
  if (!(__rb_signals.armed & bitOf(kSignals[which])))
    memset(&now.it_value, 0, sizeof now.it_value);
  *value = now;
  return 0;
}

unsigned alarm(unsigned seconds) {
  const struct itimerval wanted = {{0, 0}, {seconds, 0}};
  struct itimerval before;
  setTimer(ITIMER_REAL, &wanted, &before);
  return (unsigned)before.it_value.tv_sec;
}

useconds_t ualarm(useconds_t time, useconds_t interval) {
  const struct itimerval wanted = {{interval / 1000000, interval % 1000000},
                                   {time / 1000000, time % 1000000}};
  struct itimerval before;
  setTimer(ITIMER_REAL, &wanted, &before);
  return (useconds_t)(before.it_value.tv_sec * 1000000 +
                      before.it_value.tv_usec);
}
