//===- interp/models/Choice.cpp - rbcheck.h and small __VERIFIER_* --------===//
//
// What programs say to the checker: choices, assumptions, assertions, atomic
// sections. Values of __VERIFIER_nondet_* are in Nondet.cpp.
// Tested by test/models/choice*.c and verifier*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Sync.h"

namespace rbcheck {
namespace {

constexpr int32_t kMaxChoices = 0xffff;

unsigned countChoices(ModelCall &call) {
  return unsigned(std::clamp(call.argInt(0), 1, kMaxChoices));
}

/// int rb_choose(int n)
/// Any of 0 .. n-1; the search tries all.
ModelResult choose(ModelCall &call) {
  int32_t n = call.argInt(0);
  if (n < 1)
    return call.fault(FaultKind::Assertion,
                      "rb_choose(" + llvm::Twine(n) + "): nothing to choose");
  if (n > kMaxChoices)
    return call.unsupported("rb_choose among more than 65535");
  return call.retInt(call.choice());
}

/// void rb_assume(int condition), __VERIFIER_assume
/// Paths on which it does not hold are not of interest.
ModelResult assume(ModelCall &call) {
  return call.argInt(0) ? call.retVoid() : call.abandonPath();
}

/// void rb_assert(int condition, const char *text)
ModelResult assertTrue(ModelCall &call) {
  if (call.argInt(0))
    return call.retVoid();
  std::string text;
  if (call.arg(1) && !call.readString(call.arg(1), text, 4096))
    return call.failed();
  return call.fault(FaultKind::Assertion,
                    "assertion failed" +
                        llvm::Twine(text.empty() ? "" : ": ") + text);
}

/// void __VERIFIER_assert(int condition)
ModelResult verifierAssert(ModelCall &call) {
  return call.argInt(0)
             ? call.retVoid()
             : call.fault(FaultKind::Assertion, "assertion failed");
}

/// void __VERIFIER_error(void), reach_error
ModelResult verifierError(ModelCall &call) {
  return call.fault(FaultKind::Assertion,
                    call.name() + llvm::Twine("() was reached"));
}

/// void rb_atomic_begin(void), __VERIFIER_atomic_begin
/// No other thread takes a step until the matching end.
ModelResult atomicBegin(ModelCall &call) {
  if (own(call).atomicDepth == 0xffff)
    return call.unsupported("atomic sections nested 65535 times");
  ++call.ownScalars(call.thread()).atomicDepth;
  return call.retVoid();
}

/// void rb_atomic_end(void), __VERIFIER_atomic_end
ModelResult atomicEnd(ModelCall &call) {
  if (own(call).atomicDepth == 0)
    return call.fault(FaultKind::LockMisuse,
                      call.name() + llvm::Twine(" without an atomic section"));
  --call.ownScalars(call.thread()).atomicDepth;
  return call.retVoid();
}

/// void rb_yield(void)
/// A scheduling point, nothing else.
ModelResult yield(ModelCall &call) { return call.retVoid(); }

constexpr auto kExact = Fidelity::Exact;
constexpr auto kYes = Visible::Yes;
constexpr auto kNo = Visible::No;

const RegisterModels kChoiceModels({
    // C name                   fidelity visible body       alternatives
    {"rb_choose",               kExact, kYes, choose,       countChoices},
    {"rb_assume",               kExact, kNo,  assume},
    {"rb_assert",               kExact, kNo,  assertTrue},
    {"rb_atomic_begin",         kExact, kYes, atomicBegin},
    {"rb_atomic_end",           kExact, kNo,  atomicEnd},
    {"rb_yield",                kExact, kYes, yield},
    {"__VERIFIER_assume",       kExact, kNo,  assume},
    {"__VERIFIER_assert",       kExact, kNo,  verifierAssert},
    {"__VERIFIER_error",        kExact, kNo,  verifierError},
    {"reach_error",             kExact, kNo,  verifierError},
    {"__VERIFIER_atomic_begin", kExact, kYes, atomicBegin},
    {"__VERIFIER_atomic_end",   kExact, kNo,  atomicEnd},
});

} // namespace
} // namespace rbcheck
