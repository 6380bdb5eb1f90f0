//===- interp/models/Time.cpp - Virtual time and sleeping -----------------===//
//
// Time.h says how time passes. Sleeping is a scheduling point: any other thread
// may run meanwhile, for as long as it likes. Tested by test/models/time*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Time.h"

#include "interp/models/Bytes.h"

#include "runtime/include/rbcheck_time.h"

#include <cerrno>

namespace rbcheck {

/// Changes the time, which is that of thread 0.
template <typename Change> static void change(ModelCall &call, Change change) {
  call.usesTime();
  uint64_t clock = call.scalars(0).clock;
  change(&clock);
  if (clock != call.scalars(0).clock)
    call.ownScalars(0).clock = clock;
}

uint64_t askTime(ModelCall &call) {
  uint64_t now = 0;
  change(call, [&](uint64_t *clock) { now = rb_time_ask(clock); });
  return now;
}

void passTime(ModelCall &call, const TimePair &duration) {
  change(call, [&](uint64_t *clock) {
    rb_time_pass(clock, duration.seconds, duration.fraction);
  });
}

void passUntil(ModelCall &call, const TimePair &time) {
  change(call, [&](uint64_t *clock) {
    rb_time_until(clock, time.seconds, time.fraction);
  });
}

namespace {

using Pair = TimePair;

constexpr uint64_t kTicksPerSecond = RB_TICKS_PER_SECOND;

Pair timeNow(ModelCall &call, uint64_t unitsPerSecond) {
  uint64_t now = askTime(call);
  return {int64_t(RB_TIME_START + now / kTicksPerSecond),
          int64_t(now % kTicksPerSecond * (unitsPerSecond / kTicksPerSecond))};
}

/// time_t time(time_t *t)
/// Exact if nobody can tell what it was.
ModelResult getSeconds(ModelCall &call) {
  int64_t seconds = timeNow(call, kTicksPerSecond).seconds;
  if (call.arg(0) && !call.store(call.arg(0), seconds))
    return call.failed();
  if (call.arg(0) || call.representatives().size() != 1)
    call.approximation(ApproximationKind::VirtualTime);
  return call.ret(uint64_t(seconds));
}

/// int gettimeofday(struct timeval *tv, void *zone)
ModelResult getTimeOfDay(ModelCall &call) {
  Pair now = timeNow(call, 1'000'000);
  if (call.arg(0) && !call.store(call.arg(0), now))
    return call.failed();
  return call.retInt(0);
}

/// int clock_gettime(clockid_t clock, struct timespec *ts)
ModelResult getClock(ModelCall &call) {
  return call.store(call.arg(1), timeNow(call, 1'000'000'000)) ? call.retInt(0)
                                                               : call.failed();
}

/// int timespec_get(struct timespec *ts, int base)
ModelResult getTimespec(ModelCall &call) {
  return call.store(call.arg(0), timeNow(call, 1'000'000'000))
             ? call.retInt(call.argInt(1))
             : call.failed();
}

/// clock_t clock(void)
ModelResult getProcessorTime(ModelCall &call) {
  return call.ret(askTime(call) * (1'000'000 / kTicksPerSecond));
}

/// uint64_t __rb_cycles(void): what rdtsc reads, at 1 GHz.
ModelResult getCycles(ModelCall &call) {
  return call.ret(askTime(call) * (1'000'000'000 / kTicksPerSecond));
}

/// unsigned sleep(unsigned seconds)
/// A signal comes at once: all that time is left.
ModelResult sleepSeconds(ModelCall &call) {
  if (call.isInterrupted())
    return call.retInt(call.argInt(0));
  passTime(call, {int64_t(uint32_t(call.arg(0))), 0});
  return call.retInt(0);
}

/// int usleep(useconds_t time)
ModelResult sleepMicros(ModelCall &call) {
  uint32_t time = uint32_t(call.arg(0));
  if (call.isInterrupted()) {
    call.setErrno(EINTR);
    return call.retInt(-1);
  }
  passTime(call, {time / 1'000'000, int64_t(time % 1'000'000) * 1000});
  return call.retInt(0);
}

bool isValid(const Pair &time) {
  return time.seconds >= 0 && isValidTime(time);
}

/// A sleep that a signal ends at once: all of `time` is left.
ModelResult interruptedSleep(ModelCall &call, const Pair &time, uint64_t left,
                             int result) {
  if (left && !call.store(left, time))
    return call.failed();
  call.setErrno(EINTR);
  return call.retInt(result);
}

/// int nanosleep(const struct timespec *time, struct timespec *left)
ModelResult sleepFor(ModelCall &call) {
  Pair time;
  if (!call.load(call.arg(0), time))
    return call.failed();
  if (isValid(time) && call.isInterrupted())
    return interruptedSleep(call, time, call.arg(1), -1);
  if (isValid(time)) {
    passTime(call, time);
    return call.retInt(0);
  }
  call.setErrno(EINVAL);
  return call.retInt(-1);
}

/// int thrd_sleep(const struct timespec *time, struct timespec *left)
/// -1 means interrupted; other failures are smaller.
ModelResult thrdSleep(ModelCall &call) {
  Pair time;
  if (!call.load(call.arg(0), time))
    return call.failed();
  if (!isValid(time))
    return call.retInt(-2);
  if (call.isInterrupted())
    return interruptedSleep(call, time, call.arg(1), -1);
  passTime(call, time);
  return call.retInt(0);
}

/// int clock_nanosleep(clockid_t, int flags, const struct timespec *, ...)
ModelResult sleepOnClock(ModelCall &call) {
  Pair time;
  if (!call.load(call.arg(2), time))
    return call.failed();
  if (!isValid(time))
    return call.retInt(EINVAL);
  constexpr int kAbsolute = 1; // TIMER_ABSTIME
  if (call.isInterrupted())
    return interruptedSleep(
        call, time, call.argInt(1) & kAbsolute ? 0 : call.arg(3), EINTR);
  if (call.argInt(1) & kAbsolute)
    passUntil(call, time);
  else
    passTime(call, time);
  return call.retInt(0);
}

constexpr const char *kNote = "time";

/// Stores what it is asked for behind an argument.
constexpr Model storing(const char *name, Model::Body body, Touch touch) {
  return {name,
          Fidelity::Approximate,
          Visible::Access,
          body,
          nullptr,
          nullptr,
          kNote,
          nullptr,
          false,
          {Act::None, Family::None, -1, {touch}}};
}

constexpr Model asking(Model model) {
  model.fidelity = Fidelity::Sometimes;
  model.isOpen = true;
  return model;
}

constexpr Model sleeping(const char *name, Model::Body body,
                         std::array<Touch, 2> touches = {}) {
  return interruptedBy(
      Interrupted::Ends,
      cancelPoint(sync(name, {Act::Sleep, Family::None, -1, touches}, body)));
}

const RegisterModels kTimeModels({
    asking(storing("time", getSeconds, writes(0, sizeof(int64_t)))),
    storing("gettimeofday", getTimeOfDay, writes(0, kTimeBytes)),
    storing("clock_gettime", getClock, writes(1, kTimeBytes)),
    storing("timespec_get", getTimespec, writes(0, kTimeBytes)),
    {"clock", Fidelity::Approximate, Visible::No, getProcessorTime, nullptr,
     nullptr, kNote},
    {"__rb_cycles", Fidelity::Approximate, Visible::No, getCycles, nullptr,
     nullptr, kNote},
    sleeping("sleep", sleepSeconds),
    sleeping("usleep", sleepMicros),
    sleeping("nanosleep", sleepFor,
             {reads(0, kTimeBytes), writes(1, kTimeBytes)}),
    sleeping("thrd_sleep", thrdSleep,
             {reads(0, kTimeBytes), writes(1, kTimeBytes)}),
    sleeping("clock_nanosleep", sleepOnClock,
             {reads(2, kTimeBytes), writes(3, kTimeBytes)}),
});

} // namespace
} // namespace rbcheck
