//===- interp/models/Process.cpp - Failed assertions, abort, exit ---------===//
//
// How a process ends. exit() with its handlers is C code
// (runtime/libc/exit.c) and ends here in _Exit, a scheduling point: other
// threads may do anything before it. Tested by test/models/exit*.c, assert*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Sync.h"

#include <csignal>

namespace rbcheck {
namespace {

ModelResult failAssertion(ModelCall &call, uint64_t expression) {
  std::string text;
  if (!call.readString(expression, text, 4096))
    return call.failed();
  return call.fault(FaultKind::Assertion, "assertion failed: " + text);
}

/// void __assert_fail(const char *expression, const char *file,
///                    unsigned line, const char *function), and __assert
ModelResult assertFail(ModelCall &call) {
  return failAssertion(call, call.arg(0));
}

/// void __assert_rtn(const char *function, const char *file, int line,
///                   const char *expression)
ModelResult assertRtn(ModelCall &call) {
  return failAssertion(call, call.arg(3));
}

/// void __assert_perror_fail(int error, const char *, unsigned, const char *)
ModelResult assertPerrorFail(ModelCall &call) {
  return call.fault(FaultKind::Assertion,
                    "assertion failed: unexpected error " +
                        llvm::Twine(call.argInt(0)));
}

/// void abort(void)
ModelResult abortProcess(ModelCall &call) {
  return call.fault(FaultKind::Abort, "abort() was called");
}

/// void __chk_fail(void), __stack_chk_fail
ModelResult checkFail(ModelCall &call) {
  return call.fault(FaultKind::OutOfBounds, call.name() + llvm::Twine("()"));
}

/// int raise(int signal)
/// Signals that end the process by default end it; handlers are not run.
ModelResult raiseSignal(ModelCall &call) {
  int32_t signal = call.argInt(0);
  switch (signal) {
  case SIGABRT:
  case SIGSEGV:
  case SIGFPE:
  case SIGILL:
  case SIGBUS:
  case SIGTRAP:
    return call.fault(FaultKind::Abort,
                      "raise(" + llvm::Twine(signal) + ") was called");
  case SIGKILL:
  case SIGTERM:
  case SIGINT:
  case SIGHUP:
    return call.exitProcess(128 + signal);
  default:
    return call.unsupported("raise(" + llvm::Twine(signal) + ")");
  }
}

/// void _exit(int status), _Exit
ModelResult exitNow(ModelCall &call) {
  return call.exitProcess(call.argInt(0));
}

/// To ignore a signal, or to let it have its default, is as if none came.
void noteHandler(ModelCall &call, uint64_t handler) {
  constexpr uint64_t kDefault = 0, kIgnore = 1;
  if (handler != kDefault && handler != kIgnore)
    call.approximation(ApproximationKind::Signals);
}

/// void (*signal(int, void (*)(int)))(int), int sigaction(...)
/// Accepted; handlers never run, and the old one is the default.
ModelResult setHandler(ModelCall &call) {
  noteHandler(call, call.arg(1));
  return call.ret(0);
}

constexpr uint32_t kActionBytes = 152; // struct sigaction

/// int sigaction(int, const struct sigaction *, struct sigaction *old)
ModelResult setAction(ModelCall &call) {
  uint64_t handler = 0;
  if (call.arg(1) && !call.load(call.arg(1), handler))
    return call.failed();
  noteHandler(call, handler);
  if (call.arg(2) && !call.fill(call.arg(2), 0, kActionBytes))
    return call.failed();
  return call.retInt(0);
}

constexpr auto kExact = Fidelity::Exact;
constexpr auto kRough = Fidelity::Approximate;
constexpr auto kHandlers = Fidelity::Sometimes;
constexpr auto kYes = Visible::Yes;
constexpr auto kNo = Visible::No;
constexpr const char *kNoSignals = "signals";

const RegisterModels kProcessModels({
    // C name                 fidelity visible body
    {"__assert_fail",         kExact, kNo,  assertFail},
    {"__assert",              kExact, kNo,  assertFail},
    {"__assert_rtn",          kExact, kNo,  assertRtn},
    {"__assert_perror_fail",  kExact, kNo,  assertPerrorFail},
    {"abort",                 kExact, kNo,  abortProcess},
    {"__chk_fail",            kExact, kNo,  checkFail},
    {"__stack_chk_fail",      kExact, kNo,  checkFail},
    sync("_exit", {Act::EndProcess, Family::None, -1}, exitNow),
    sync("_Exit", {Act::EndProcess, Family::None, -1}, exitNow),
    {"raise", kRough, kYes, raiseSignal, nullptr, nullptr, kNoSignals, nullptr,
     false, {Act::EndProcess, Family::None, -1}},
    {"signal", kHandlers, kNo, setHandler, nullptr, nullptr, kNoSignals},
    {"__sysv_signal", kHandlers, kNo, setHandler, nullptr, nullptr, kNoSignals},
    {"sigaction", kHandlers, Visible::Access, setAction, nullptr, nullptr,
     kNoSignals, nullptr, false,
     {Act::None, Family::None, -1,
      {reads(1, kActionBytes), writes(2, kActionBytes)}}},
});

} // namespace
} // namespace rbcheck
