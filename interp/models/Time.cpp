//===- interp/models/Time.cpp - Virtual time and sleeping -----------------===//
//
// Time is virtual and the same in every run: it starts at a fixed date, and
// each question for it finds it a millisecond later than the one before, in
// any thread. So time never runs backwards, and loops that wait for a deadline
// end. Sleeping is a scheduling point and takes no time: any other thread may
// run meanwhile, for as long as it likes. Tested by test/models/time.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"

#include <cerrno>

namespace rbcheck {
namespace {

constexpr uint64_t kStartSeconds = 1'700'000'000; // 2023-11-14 22:13:20 UTC
constexpr uint64_t kTicksPerSecond = 1000;

/// Ticks since the start; moves the time on.
uint64_t tick(ModelCall &call) {
  uint64_t now = 0;
  for (uint32_t id = 0, end = call.threadCount(); id != end; ++id)
    now = std::max(now, call.scalars(id).clock);
  call.ownScalars(call.thread()).clock = now + 1;
  return now + 1;
}

struct Pair {
  int64_t seconds;
  int64_t fraction;
};

Pair timeNow(ModelCall &call, uint64_t unitsPerSecond) {
  uint64_t now = tick(call);
  return {int64_t(kStartSeconds + now / kTicksPerSecond),
          int64_t(now % kTicksPerSecond * (unitsPerSecond / kTicksPerSecond))};
}

template <unsigned I> unsigned storesPair(ModelCall &call, Access *out) {
  return AccessList(out).writes(call.arg(I), call.arg(I) ? sizeof(Pair) : 0);
}

/// time_t time(time_t *t)
ModelResult getSeconds(ModelCall &call) {
  int64_t seconds = timeNow(call, kTicksPerSecond).seconds;
  if (call.arg(0) && !call.store(call.arg(0), seconds))
    return call.failed();
  return call.ret(uint64_t(seconds));
}
unsigned storesSeconds(ModelCall &call, Access *out) {
  return AccessList(out).writes(call.arg(0),
                                call.arg(0) ? sizeof(int64_t) : 0);
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
  return call.store(call.arg(1), timeNow(call, 1'000'000'000))
             ? call.retInt(0)
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
  return call.ret(tick(call) * (1'000'000 / kTicksPerSecond));
}

/// unsigned sleep(unsigned seconds), int usleep(useconds_t)
ModelResult sleepOnly(ModelCall &call) { return call.retInt(0); }

bool isValid(const Pair &time) {
  return time.seconds >= 0 && time.fraction >= 0 &&
         time.fraction < 1'000'000'000;
}

/// int nanosleep(const struct timespec *time, struct timespec *left)
/// Never interrupted, so nothing is left.
ModelResult sleepFor(ModelCall &call) {
  Pair time;
  if (!call.load(call.arg(0), time))
    return call.failed();
  if (isValid(time))
    return call.retInt(0);
  call.setErrno(EINVAL);
  return call.retInt(-1);
}

/// int thrd_sleep(const struct timespec *time, struct timespec *left)
/// -1 means interrupted; other failures are smaller.
ModelResult thrdSleep(ModelCall &call) {
  Pair time;
  if (!call.load(call.arg(0), time))
    return call.failed();
  return call.retInt(isValid(time) ? 0 : -2);
}

/// int clock_nanosleep(clockid_t, int, const struct timespec *, ...)
ModelResult sleepOnClock(ModelCall &call) {
  Pair time;
  if (!call.load(call.arg(2), time))
    return call.failed();
  return call.retInt(isValid(time) ? 0 : EINVAL);
}

constexpr const char *kNote = "time";

constexpr Model row(const char *name, ModelResult (*body)(ModelCall &),
                    unsigned (*accesses)(ModelCall &, Access *)) {
  return {name,    Fidelity::Approximate, Visible::Access, body, nullptr,
          accesses, kNote};
}

const RegisterModels kTimeModels({
    row("time", getSeconds, storesSeconds),
    row("gettimeofday", getTimeOfDay, storesPair<0>),
    row("clock_gettime", getClock, storesPair<1>),
    row("timespec_get", getTimespec, storesPair<0>),
    {"clock", Fidelity::Approximate, Visible::No, getProcessorTime, nullptr,
     nullptr, kNote},
    cancelPoint({"sleep", Fidelity::Exact, Visible::Yes, sleepOnly}),
    cancelPoint({"usleep", Fidelity::Exact, Visible::Yes, sleepOnly}),
    cancelPoint({"nanosleep", Fidelity::Exact, Visible::Yes, sleepFor}),
    cancelPoint({"thrd_sleep", Fidelity::Exact, Visible::Yes, thrdSleep}),
    cancelPoint({"clock_nanosleep", Fidelity::Exact, Visible::Yes, sleepOnClock}),
});

} // namespace
} // namespace rbcheck
