//===- runtime/native/world.c - Time, signals: what must be as recorded ---===//
//
// Time is rbcheck's: it starts at a fixed date, and passes as
// runtime/include/rbcheck_time.h says. Random numbers are those of
// runtime/libc/random.c, and sorting is that of runtime/libc/qsort.c, both of
// which this library is built with.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/native/native.h"

#include "runtime/include/rbcheck_time.h"

#include <signal.h>
#include <string.h>
#include <sys/single_threaded.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <time.h>

static const long kStartSeconds = RB_TIME_START;
enum { kTicksPerSecond = RB_TICKS_PER_SECOND, kProcessors = 2 };

/// One thread runs at a time, but not all of them are the program's.
static uint64_t now;
static char isTaken;

static uint64_t *takeClock(void) {
  while (__atomic_test_and_set(&isTaken, __ATOMIC_ACQUIRE))
    ;
  return &now;
}
static void giveClock(void) { __atomic_clear(&isTaken, __ATOMIC_RELEASE); }

static long tick(void) {
  uint64_t ticks = rb_time_ask(takeClock());
  giveClock();
  return (long)ticks;
}
void rbPassTime(int64_t seconds, int64_t nanos) {
  rb_time_pass(takeClock(), seconds, nanos);
  giveClock();
}
void rbPassUntil(const struct timespec *time) {
  rb_time_until(takeClock(), time->tv_sec, time->tv_nsec);
  giveClock();
}
int rbUntil(int result, int late, const struct timespec *time) {
  if (result == late && time)
    rbPassUntil(time);
  return result;
}

RB_WEAK time_t time(time_t *where) {
  if (rbSelf() < 0)
    return RB_REAL(time)(where);
  time_t now = kStartSeconds + tick() / kTicksPerSecond;
  if (where)
    *where = now;
  return now;
}

RB_WEAK int gettimeofday(struct timeval *restrict where, void *restrict zone) {
  if (rbSelf() < 0)
    return RB_REAL(gettimeofday)(where, zone);
  long now = tick();
  *where = (struct timeval){kStartSeconds + now / kTicksPerSecond,
                            now % kTicksPerSecond * 1000};
  return 0;
}

static void tell(struct timespec *where) {
  long now = tick();
  *where = (struct timespec){kStartSeconds + now / kTicksPerSecond,
                             now % kTicksPerSecond * 1000000};
}

RB_WEAK int clock_gettime(clockid_t clock, struct timespec *where) {
  if (rbSelf() < 0)
    return RB_REAL(clock_gettime)(clock, where);
  tell(where);
  return 0;
}

RB_WEAK int timespec_get(struct timespec *where, int base) {
  if (rbSelf() < 0)
    return RB_REAL(timespec_get)(where, base);
  tell(where);
  return base;
}

RB_WEAK clock_t clock(void) {
  if (rbSelf() < 0)
    return RB_REAL(clock)();
  return tick() * (CLOCKS_PER_SEC / kTicksPerSecond);
}

RB_WEAK int get_nprocs(void) {
  return rbSelf() < 0 ? RB_REAL(get_nprocs)() : kProcessors;
}

// Crashes ---------------------------------------------------------------------

static void handle(int signal) { rbCrashed(signal); }

void rbPrepareWorld(void) {
  // libstdc++ does without atomic operations then; not so in rbcheck.
  __libc_single_threaded = 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  action.sa_flags = SA_RESETHAND | SA_NODEFER;
  const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; ++i)
    RB_REAL(sigaction)(signals[i], &action, 0);
}
