//===- runtime/libc/timers.c - Signals that time sends --------------------===//
//
// Time is virtual: from when a timer is set on, its signal can come at any time,
// or never. A timer with an interval goes on like that for ever. What is left of
// the time is what it was set to. Of several timers that send the same signal the
// first one ends first. Tested by test/libc/signal-alarm*.c,
// test/libc/signal-interval.c and test/libc/timer-*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/libc/timers.h"

#include <unistd.h>

RB_QUIET struct SignalTimer __rb_timers[kTimers];

int __rb_timer_nonzero(const struct timespec *time) {
  return time->tv_sec != 0 || time->tv_nsec != 0;
}
int __rb_timer_valid(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

/// How many that are set send the signal of this one; the signal is armed, or
/// not.
static int update(int thread, int number) {
  uint64_t *armed = thread == kProcess ? &__rb_signals.armed
                                       : &__rb_signals.thread[thread].armed;
  int count = 0;
  for (int i = 0; i < kTimers; ++i)
    count += __rb_timers[i].isArmed && __rb_timers[i].number == number &&
             __rb_timers[i].thread == thread;
  *armed = count ? *armed | bitOf(number) : *armed & ~bitOf(number);
  return count;
}

static struct Origin ended(int thread, int number) {
  struct SignalTimer *timer = __rb_timers;
  while (!timer->isArmed || timer->number != number || timer->thread != thread)
    ++timer;
  if (!__rb_timer_nonzero(&timer->value.it_interval))
    timer->isArmed = 0;
  update(thread, number);
  return timer->from;
}

struct itimerspec __rb_timer_left(const struct SignalTimer *timer) {
  struct itimerspec left = timer->value;
  if (!timer->isArmed)
    memset(&left.it_value, 0, sizeof left.it_value);
  return left;
}

void __rb_timer_set(struct SignalTimer *timer, const struct itimerspec *value,
                    struct itimerspec *old) {
  // A signal that nobody took yet may have come before.
  const struct rb_signal_thread *taker =
      timer->thread == kProcess ? ownSignals()
                                : &__rb_signals.thread[timer->thread];
  if (timer->isArmed && timer->number && taker->mask & bitOf(timer->number) &&
      rb_choose(2))
    __rb_signal_fire(timer->thread, timer->number);
  *old = __rb_timer_left(timer);
  memset(&timer->value, 0, sizeof timer->value);
  timer->isArmed = __rb_timer_nonzero(&value->it_value);
  if (timer->isArmed)
    timer->value = *value;
  if (!timer->number)
    return;
  __rb_timer_ended = ended;
  if (update(timer->thread, timer->number) > 1)
    __rb_approximate("time", "several timers with one signal");
  __rb_signals_changed();
}

// Interval timers ------------------------------------------------------------------

static const int kSignals[kIntervalTimers] = {SIGALRM, SIGVTALRM, SIGPROF};

static struct timespec fine(struct timeval time) {
  return (struct timespec){time.tv_sec, time.tv_usec * 1000};
}
static struct timeval coarse(struct timespec time) {
  return (struct timeval){time.tv_sec, time.tv_nsec / 1000};
}

static struct itimerval set(int which, struct timeval interval,
                            struct timeval value) {
  const struct itimerspec wanted = {fine(interval), fine(value)};
  struct SignalTimer *timer = &__rb_timers[which];
  struct itimerspec old;
  __rb_send_point(__rb_interrupt);
  timer->number = kSignals[which];
  timer->thread = kProcess;
  timer->from.code = SI_KERNEL;
  __rb_timer_set(timer, &wanted, &old);
  return (struct itimerval){coarse(old.it_interval), coarse(old.it_value)};
}

static int isValid(const struct timeval *time) {
  return time->tv_sec >= 0 && time->tv_usec >= 0 && time->tv_usec < 1000000;
}

int setitimer(__itimer_which_t which, const struct itimerval *value,
              struct itimerval *old) {
  const struct itimerval none = {{0, 0}, {0, 0}};
  const struct itimerval wanted = value ? *value : none;
  if ((unsigned)which > ITIMER_PROF || !isValid(&wanted.it_value) ||
      !isValid(&wanted.it_interval)) {
    errno = EINVAL;
    return -1;
  }
  const struct itimerval before =
      set((int)which, wanted.it_interval, wanted.it_value);
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
  const struct itimerspec now = __rb_timer_left(&__rb_timers[which]);
  *value = (struct itimerval){coarse(now.it_interval), coarse(now.it_value)};
  return 0;
}

unsigned alarm(unsigned seconds) {
  const struct timeval none = {0, 0}, time = {seconds, 0};
  return (unsigned)set(ITIMER_REAL, none, time).it_value.tv_sec;
}

useconds_t ualarm(useconds_t time, useconds_t interval) {
  const struct timeval again = {interval / 1000000, interval % 1000000},
                       first = {time / 1000000, time % 1000000};
  const struct timeval left = set(ITIMER_REAL, again, first).it_value;
  return (useconds_t)(left.tv_sec * 1000000 + left.tv_usec);
}
