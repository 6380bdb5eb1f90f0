//===- interp/models/Signals.cpp - The machine's part of signals ----------===//
//
// Signals are C code (runtime/libc/signals.c, kill.c) that keeps what is
// pending in the variable __rb_signals. Here is what that cannot do: points at
// which others can go on, waiting, what threads there are, and the end of the
// process. Signals that interrupt a thread: interp/exec/Handlers.cpp. Tested by
// test/libc/signal*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Handles.h"
#include "interp/exec/Sync.h"

#include "runtime/include/rbcheck_signals.h"

#include <bit>
#include <csignal>

namespace rbcheck {
namespace {

/// What is pending for the calling thread, of the set in its first argument:
/// each can be taken, of real-time signals the lowest only. `isCertain` unless
/// all are those of timers, which may come later.
llvm::SmallVector<int32_t, 4> candidates(ModelCall &call, bool &isCertain) {
  const uint64_t at = call.core().signalsAt;
  uint64_t pending = 0, armed = 0;
  rb_signal_thread thread = {};
  peek(call, at + offsetof(rb_signals, pending), pending);
  peek(call, at + offsetof(rb_signals, armed), armed);
  peek(call, at + offsetof(rb_signals, thread) + call.thread() * sizeof(thread),
       thread);
  const uint64_t own = thread.pending;
  armed |= thread.armed;
  constexpr int32_t kFirstRealTime = 32;
  isCertain = (pending | own) & call.arg(0);
  llvm::SmallVector<int32_t, 4> all;
  for (uint64_t left = (pending | armed | own) & call.arg(0); left;
       left &= left - 1) {
    all.push_back(std::countr_zero(left) + 1);
    if (all.back() >= kFirstRealTime)
      break;
  }
  return all;
}

unsigned whenPending(ModelCall &call) {
  bool isCertain = false;
  return unsigned(candidates(call, isCertain).size());
}
unsigned whenPendingOrLate(ModelCall &call) {
  bool isCertain = false;
  const size_t count = candidates(call, isCertain).size();
  return unsigned(count + !isCertain);
}
unsigned never(ModelCall &) { return 0; }

/// int __rb_signal_await(uint64_t set), __rb_signal_await_timed
/// The signal is still pending; C code takes it.
ModelResult awaitSignal(ModelCall &call) {
  if (call.isInterrupted()) {
    call.setErrno(EINTR);
    return call.retInt(-1);
  }
  bool isCertain = false;
  const auto all = candidates(call, isCertain);
  return call.retInt(call.choice() < all.size() ? all[call.choice()] : 0);
}

ModelResult nothing(ModelCall &call) { return call.retVoid(); }

/// void __rb_signals_changed(void)
ModelResult changed(ModelCall &call) {
  call.core().updateMulti();
  return call.retVoid();
}

/// int __rb_signal_target(pthread_t thread)
ModelResult target(ModelCall &call) {
  constexpr int32_t kNobody = -1, kEnded = -2;
  const std::optional<uint32_t> thread = threadOfHandle(call, call.arg(0));
  if (!thread || call.scalars(*thread).joined)
    return call.retInt(kNobody);
  if (call.scalars(*thread).status == ThreadStatus::Finished)
    return call.retInt(call.scalars(*thread).detached ? kNobody : kEnded);
  return call.retInt(int32_t(*thread));
}

/// int __rb_signal_takers(uint64_t bit)
ModelResult takers(ModelCall &call) {
  int32_t count = 0;
  for (uint32_t id = 0; id < call.threadCount(); ++id) {
    if (id == call.thread() ||
        call.scalars(id).status == ThreadStatus::Finished)
      continue;
    const Pending &pending = call.core().state.thread(id).pending;
    const bool isWaiting =
        pending.kind == PendingKind::Model &&
        call.core().modelOf(pending).role.act == Act::AwaitSignal &&
        pending.args[0] & call.arg(0);
    count += isWaiting || !(*call.core().signalMask(id) & call.arg(0));
  }
  return call.retInt(count);
}

/// void __rb_signal_handler(const char *who)
/// A program that has handlers and sends no signals expects them from others.
ModelResult noteHandler(ModelCall &call) {
  std::string who;
  if (!call.readString(call.arg(0), who))
    return call.failed();
  if (!call.core().hasInterrupts() && !call.core().findDefined("raise"))
    call.approximationOf(ApproximationKind::Signals, who);
  return call.retVoid();
}

/// void __rb_signal_end(int signal)
/// What a signal does that has no handler: those that errors cause are errors.
ModelResult endBySignal(ModelCall &call) {
  const int32_t signal = call.argInt(0);
  switch (signal) {
  case SIGABRT:
  case SIGSEGV:
  case SIGFPE:
  case SIGILL:
  case SIGBUS:
  case SIGTRAP:
  case SIGSYS:
    return call.fault(FaultKind::Abort, "signal " + llvm::Twine(signal) +
                                            " ends the process (raise)");
  default:
    return call.exitProcess(128 + signal);
  }
}

constexpr Role kAwaits = {Act::AwaitSignal, Family::None, -1};

constexpr Model point(const char *name, Act act) {
  return {name,
          Fidelity::Exact,
          Visible::Signals,
          nothing,
          nullptr,
          nullptr,
          "",
          nullptr,
          false,
          {act, Family::None, -1}};
}
constexpr Model asking(const char *name, Model::Body body) {
  return {name, Fidelity::Exact, Visible::No, body};
}

const RegisterModels kSignalModels({
    point("__rb_signal_point", Act::Signals),
    point("__rb_send_point", Act::SendSignal),
    interruptedBy(Interrupted::Ends,
                  cancelPoint(sync("__rb_signal_await", kAwaits, awaitSignal,
                                   whenPending))),
    interruptedBy(Interrupted::Ends,
                  cancelPoint(sync("__rb_signal_await_timed", kAwaits,
                                   awaitSignal, whenPendingOrLate))),
    interruptedBy(Interrupted::Inside,
                  cancelPoint(sync("__rb_signal_suspend", kAwaits, nothing,
                                   never))),
    {"__rb_signal_handler", Fidelity::Sometimes, Visible::No, noteHandler,
     nullptr, nullptr, "signals"},
    asking("__rb_signals_changed", changed),
    asking("__rb_signal_target", target),
    asking("__rb_signal_takers", takers),
    sync("__rb_signal_end", {Act::EndProcess, Family::None, -1}, endBySignal),
});

} // namespace
} // namespace rbcheck
