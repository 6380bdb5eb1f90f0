//===- runtime/libc/posix-timers.c - timer_create and relatives -----------===//
//
// Timers that send signals are in the table of timers.h: their signal can come
// at any time from when they are set on. One that starts threads has its thread
// from then on, which begins at any time; with an interval the same one goes on,
// so two never run at once, and the result says so. One that does nothing has
// run out if the virtual time is there, or if somebody asks and it may be.
// Tested by test/libc/timer-*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/libc/timers.h"

#include <rbcheck_time.h>
#include <stdlib.h>
#include <unistd.h>

uint64_t __rb_clock(int begins);
void __rb_clock_until(uint64_t time);
int __rb_signal_target(pthread_t thread);

/// A timer that starts threads is set: its thread has this, and frees it.
struct Wake {
  struct Notice *notice; ///< null: it is not set any more
  int goesOn;
};

/// What is not in the table, by its number there.
struct Notice {
  int kind; ///< SIGEV_*
  void (*function)(union sigval);
  struct Wake *wake;
  uint64_t due; ///< SIGEV_NONE
};
RB_QUIET static struct Notice notices[kTimers];

static int fail(int error) {
  errno = error;
  return -1;
}

/// Its place in the table, or 0.
static int placeOf(timer_t id) {
  const uintptr_t at = (uintptr_t)id + kIntervalTimers;
  return at >= kIntervalTimers && at < kTimers && __rb_timers[at].isMade
             ? (int)at
             : 0;
}

int timer_create(clockid_t clock, struct sigevent *event, timer_t *id) {
  struct sigevent wanted = {.sigev_notify = SIGEV_SIGNAL,
                            .sigev_signo = SIGALRM};
  if (event)
    wanted = *event;
  const int sends = wanted.sigev_notify == SIGEV_SIGNAL ||
                    wanted.sigev_notify == SIGEV_THREAD_ID;
  if (clock < 0 || clock > CLOCK_TAI ||
      (sends && !isSignalNumber(wanted.sigev_signo)) ||
      (!sends && wanted.sigev_notify != SIGEV_NONE &&
       wanted.sigev_notify != SIGEV_THREAD))
    return fail(EINVAL);
  int thread = kProcess;
  __rb_send_point(__rb_interrupt);
  if (wanted.sigev_notify == SIGEV_THREAD_ID) {
    thread = wanted._sigev_un._tid - getpid();
    if (thread < 0 || thread >= RB_SIGNAL_THREADS ||
        __rb_signal_target((pthread_t)thread + 1) != thread)
      return fail(EINVAL);
  }
  int at = kIntervalTimers;
  while (at < kTimers && __rb_timers[at].isMade)
    ++at;
  if (at == kTimers)
    __rb_unsupported("more than 32 timers of timer_create at once");
  if (!event)
    wanted.sigev_value.sival_int = at - kIntervalTimers;
  __rb_timers[at] =
      (struct SignalTimer){.number = sends ? wanted.sigev_signo : 0,
                           .thread = thread,
                           .isMade = 1,
                           .from = {SI_TIMER, wanted.sigev_value}};
  notices[at] = (struct Notice){.kind = wanted.sigev_notify};
  if (wanted.sigev_notify == SIGEV_THREAD)
    notices[at].function = wanted.sigev_notify_function;
  *id = (timer_t)(uintptr_t)(at - kIntervalTimers);
  return 0;
}

// Threads --------------------------------------------------------------------------

static void *notify(void *argument) {
  struct Wake *wake = argument;
  const sigset_t none = {{0}};
  pthread_sigmask(SIG_SETMASK, &none, 0);
  for (int goesOn = 1; goesOn;) {
    rb_atomic_begin();
    struct Notice *notice = wake->notice;
    goesOn = notice && wake->goesOn;
    void (*function)(union sigval) = 0;
    union sigval value = {0};
    if (notice) {
      function = notice->function;
      value = __rb_timers[notice - notices].from.value;
    }
    if (notice && !goesOn) {
      notice->wake = 0;
      __rb_timers[notice - notices].isArmed = 0;
    }
    if (!goesOn)
      free(wake);
    rb_atomic_end();
    if (function)
      function(value);
  }
  return 0;
}

/// Whoever waits for the time of the timer does so no more.
static void callOff(struct Notice *notice) {
  if (notice->wake)
    notice->wake->notice = 0;
  notice->wake = 0;
}

static struct Wake *wakeUp(struct Notice *notice, int goesOn) {
  struct Wake *wake = calloc(1, sizeof *wake);
  *wake = (struct Wake){notice, goesOn};
  notice->wake = wake;
  if (goesOn)
    __rb_approximate("time", "timer_settime");
  return wake;
}

static void start(struct Wake *wake) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, notify, wake);
  pthread_attr_destroy(&attributes);
}

// Setting and asking ---------------------------------------------------------------

/// One that nobody is told of: its time may have come. `expected`: a run without
/// a search takes it that it has.
static void lookAt(int at, int expected) {
  struct SignalTimer *timer = &__rb_timers[at];
  if (notices[at].kind != SIGEV_NONE || !timer->isArmed ||
      __rb_timer_nonzero(&timer->value.it_interval))
    return;
  if (__rb_clock(0) < notices[at].due && rb_choose(2) == expected)
    return;
  __rb_clock_until(notices[at].due);
  timer->isArmed = 0;
}

static uint64_t dueAt(const struct timespec *value, int flags) {
  const uint64_t now = __rb_clock(1);
  if (flags & TIMER_ABSTIME)
    return rb_ticks_of(value->tv_sec - RB_TIME_START, value->tv_nsec);
  return now + rb_ticks_of(value->tv_sec, value->tv_nsec);
}

int timer_settime(timer_t id, int flags, const struct itimerspec *value,
                  struct itimerspec *old) {
  const struct itimerspec wanted = *value;
  if (!__rb_timer_valid(&wanted.it_value) ||
      !__rb_timer_valid(&wanted.it_interval))
    return fail(EINVAL);
  struct itimerspec before;
  struct Wake *wake = 0;
  rb_atomic_begin();
  __rb_send_point(__rb_interrupt);
  const int at = placeOf(id);
  if (at) {
    lookAt(at, 0);
    callOff(&notices[at]);
    __rb_timer_set(&__rb_timers[at], &wanted, &before);
    notices[at].due = 0;
    if (__rb_timers[at].isArmed && notices[at].kind == SIGEV_THREAD)
      wake = wakeUp(&notices[at], __rb_timer_nonzero(&wanted.it_interval));
    if (__rb_timers[at].isArmed && notices[at].kind == SIGEV_NONE)
      notices[at].due = dueAt(&wanted.it_value, flags);
  }
  rb_atomic_end();
  if (!at)
    return fail(EINVAL);
  if (wake)
    start(wake);
  if (old)
    *old = before;
  return 0;
}

int timer_gettime(timer_t id, struct itimerspec *value) {
  struct itimerspec left;
  rb_atomic_begin();
  const int at = placeOf(id);
  if (at) {
    lookAt(at, 1);
    left = __rb_timer_left(&__rb_timers[at]);
    if (__rb_timers[at].isArmed)
      __rb_approximate("time", "timer_gettime");
  }
  rb_atomic_end();
  if (!at)
    return fail(EINVAL);
  *value = left;
  return 0;
}

int timer_delete(timer_t id) {
  const struct itimerspec none = {{0, 0}, {0, 0}};
  struct itimerspec before;
  rb_atomic_begin();
  __rb_send_point(__rb_interrupt);
  const int at = placeOf(id);
  if (at) {
    callOff(&notices[at]);
    __rb_timer_set(&__rb_timers[at], &none, &before);
    memset(&__rb_timers[at], 0, sizeof __rb_timers[at]);
    memset(&notices[at], 0, sizeof notices[at]);
  }
  rb_atomic_end();
  return at ? 0 : fail(EINVAL);
}

int timer_getoverrun(timer_t id) {
  rb_atomic_begin();
  const int at = placeOf(id);
  if (at && __rb_timer_nonzero(&__rb_timers[at].value.it_interval))
    __rb_approximate("time", "timer_getoverrun");
  rb_atomic_end();
  return at ? 0 : fail(EINVAL);
}
