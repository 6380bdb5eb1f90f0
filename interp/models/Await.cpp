//===- interp/models/Await.cpp - Blocking in the runtime library ----------===//
//
// How functions of runtime/libc wait for a pipe, a socket and the like. What
// could be done there without waiting is a set of bits in a word of the object,
// which the runtime keeps up to date. Waiting is one step, enabled exactly
// while one of the wanted bits is set, and begins an atomic section: nobody
// comes between being let in and doing it. A wait with a limit can end by it at
// any time before that; one of a thread that was asked to end ends, too.
// Nothing ends it without a reason. Handlers of signals end it as they end the
// system call: __rb_await unless they have SA_RESTART, __rb_await_once in any
// case, __rb_await_masked too, and they cannot have run just before. The first argument is what a deadlock report says.
//
// The clock of timerfd is here as well: it is that of Time.h, and looking at it
// does not move it on. Tested by test/environment.
//
//===----------------------------------------------------------------------===//
#include "interp/models/TimedWait.h"

#include "interp/exec/Core.h"

#include "runtime/include/rbcheck_abi.h"
#include "runtime/include/rbcheck_signals.h"
#include "runtime/include/rbcheck_time.h"

namespace rbcheck {
namespace {

// int __rb_await(const char *what, const struct rb_wait *waits, size_t count,
//                const struct timespec *limit)
constexpr size_t kWaits = 1, kCount = 2, kLimit = 3;

/// The words are only changed in atomic sections, and this begins one: that is
/// what others have to know, and no access to memory is declared besides.
template <typename T> bool look(ModelCall &call, uint64_t address, T &value) {
  return call.readable(address) >= sizeof(T) &&
         call.readAhead(address, &value, sizeof(T));
}

uint64_t waitAt(ModelCall &call, uint64_t i) {
  return call.arg(kWaits) + i * sizeof(rb_wait);
}

/// A signal of the sets is pending for the thread, or may be any time.
bool hasSignal(ModelCall &call, uint64_t address) {
  const uint64_t at = call.core().signalsAt;
  rb_signal_sets sets;
  uint64_t pending = 0, armed = 0;
  rb_signal_thread own = {};
  return address && at && look(call, address, sets) &&
         look(call, at + offsetof(rb_signals, pending), pending) &&
         look(call, at + offsetof(rb_signals, armed), armed) &&
         look(call,
              at + offsetof(rb_signals, thread) + call.thread() * sizeof(own),
              own) &&
         ((pending | own.pending) & sets.pending ||
          (armed | own.armed) & sets.armed);
}

bool isReady(ModelCall &call) {
  for (uint64_t i = 0; i < call.arg(kCount); ++i) {
    rb_wait wait;
    uint32_t word;
    if (look(call, waitAt(call, i), wait) &&
        ((look(call, wait.word, word) && word & wait.mask) ||
         hasSignal(call, wait.signals)))
      return true;
  }
  return false;
}

unsigned whenReady(ModelCall &call) {
  return call.arg(kLimit) || call.isCancelled() || isReady(call);
}

unsigned waitsNow(ModelCall &call) {
  return !call.isCancelled() && !isReady(call);
}

/// RB_AWAIT_*; in an atomic section.
ModelResult await(ModelCall &call) {
  ++call.ownScalars(call.thread()).atomicDepth;
  if (call.isInterrupted())
    return call.retInt(RB_AWAIT_INTERRUPTED);
  if (call.isCancelled())
    return call.retInt(RB_AWAIT_CANCELLED);
  if (isReady(call))
    return call.retInt(RB_AWAIT_READY);
  TimePair limit;
  if (look(call, call.arg(kLimit), limit))
    passTime(call, limit);
  return call.retInt(RB_AWAIT_LATE);
}

constexpr Model awaiting(const char *name, Interrupted how) {
  Model model =
      sync(name, {Act::BeginAtomic, Family::None, -1}, await, whenReady);
  model.isWorded = true;
  model.isWaiting = waitsNow;
  return interruptedBy(how, drops(0xf, model));
}

unsigned countParts(ModelCall &call) { return 1 + call.hasPartialIo(); }

/// int __rb_partial_io(const char *who)
/// 1 if only a part is to be handed over now, else 0.
ModelResult partialIo(ModelCall &call) {
  std::string who;
  if (!call.readString(call.arg(0), who, 100))
    return call.failed();
  if (!call.hasPartialIo())
    call.approximationOf(ApproximationKind::PartialIo, who);
  return call.retInt(call.choice());
}

/// uint64_t __rb_clock(int begins)
/// Milliseconds since the start; 0 if nobody asked yet, and it does not begin.
ModelResult clockNow(ModelCall &call) {
  uint64_t now = call.scalars(0).clock & RB_TICK_MASK;
  call.usesTime();
  return call.ret(now || !call.arg(0) ? now : askTime(call));
}

/// void __rb_clock_until(uint64_t time)
ModelResult clockUntil(ModelCall &call) {
  uint64_t ticks = call.arg(0);
  passUntil(call, {int64_t(RB_TIME_START + ticks / RB_TICKS_PER_SECOND),
                   int64_t(ticks % RB_TICKS_PER_SECOND) * 1'000'000});
  return call.retVoid();
}

constexpr Model looking(const char *name, Model::Body body) {
  return {name,  Fidelity::Sometimes, Visible::No, body, nullptr, nullptr,
          "time"};
}

const RegisterModels kAwaitModels({
    awaiting("__rb_await", Interrupted::Restarts),
    awaiting("__rb_await_once", Interrupted::Ends),
    awaiting("__rb_await_masked", Interrupted::Inside),
    sync("__rb_partial_io", {Act::Choice, Family::None, -1}, partialIo,
         countParts),
    looking("__rb_clock", clockNow),
    looking("__rb_clock_until", clockUntil),
});

} // namespace
} // namespace rbcheck
