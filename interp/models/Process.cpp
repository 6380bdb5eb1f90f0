//===- interp/models/Process.cpp - Failed assertions, abort, exit ---------===//
//
// How a process ends. exit() with its handlers is C code
// (runtime/libc/exit.c) and ends here in _Exit, a scheduling point: other
// threads may do anything before it. Tested by test/models/exit*.c, assert*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Sync.h"

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

/// void _exit(int status), _Exit
ModelResult exitNow(ModelCall &call) {
  return call.exitProcess(call.argInt(0));
}

constexpr auto kExact = Fidelity::Exact;
constexpr auto kNo = Visible::No;

/// Nothing depends on the status any more.
constexpr Model exiting(const char *name) {
  Model model = sync(name, {Act::EndProcess, Family::None, -1}, exitNow);
  model.takes = Takes::Prints;
  return model;
}

const RegisterModels kProcessModels({
    // C name                 fidelity visible body
    {"__assert_fail",         kExact, kNo,  assertFail},
    {"__assert",              kExact, kNo,  assertFail},
    {"__assert_rtn",          kExact, kNo,  assertRtn},
    {"__assert_perror_fail",  kExact, kNo,  assertPerrorFail},
    {"abort",                 kExact, kNo,  abortProcess},
    {"__chk_fail",            kExact, kNo,  checkFail},
    {"__stack_chk_fail",      kExact, kNo,  checkFail},
    exiting("_exit"),
    exiting("_Exit"),
});

} // namespace
} // namespace rbcheck
