//===- interp/models/Choice.cpp - rbcheck.h and small __VERIFIER_* --------===//
//
// What programs say to the checker: choices, assumptions, assertions, atomic
// sections, progress. Values of __VERIFIER_nondet_* are in Nondet.cpp.
// Tested by test/models/choice*.c and verifier*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Sync.h"

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
  if (own(call).atomicDepth % kSilentSection == kSilentSection - 1)
    return call.unsupported("atomic sections nested 4095 times");
  ++call.ownScalars(call.thread()).atomicDepth;
  return call.retVoid();
}

/// void rb_atomic_end(void), __VERIFIER_atomic_end
ModelResult atomicEnd(ModelCall &call) {
  if (isSilent(own(call).atomicDepth))
    return call.fault(FaultKind::LockMisuse,
                      call.name() + llvm::Twine(" without an atomic section"));
  --call.ownScalars(call.thread()).atomicDepth;
  return call.retVoid();
}

/// void rb_yield(void)
/// A scheduling point, nothing else.
ModelResult yield(ModelCall &call) { return call.retVoid(); }

/// void rb_progress(void)
/// What goes on for ever is meant to, if it comes here again and again.
ModelResult progress(ModelCall &call) {
  ++call.core().progressMarks;
  return call.retVoid();
}

constexpr auto kExact = Fidelity::Exact;
constexpr auto kNo = Visible::No;
constexpr Role kBegin = {Act::BeginAtomic, Family::None, -1};

constexpr Model ending(const char *name) {
  Model model = {name, kExact, kNo, atomicEnd};
  model.role = {Act::EndAtomic, Family::None, -1};
  return model;
}

constexpr Model assuming(const char *name) {
  Model model = {name, kExact, kNo, assume};
  model.assumes = true;
  model.takes = Takes::Truth;
  return model;
}

constexpr Model asserting(const char *name, Model::Body body) {
  Model model = {name, kExact, kNo, body};
  model.takes = Takes::Truth;
  return model;
}

const RegisterModels kChoiceModels({
    sync("rb_choose", {Act::Choice, Family::None, -1}, choose, countChoices),
    assuming("rb_assume"),
    asserting("rb_assert", assertTrue),
    {"rb_progress",             kExact, kNo,  progress},
    sync("rb_atomic_begin", kBegin, atomicBegin),
    ending("rb_atomic_end"),
    sync("rb_yield", {Act::Yield, Family::None, -1}, yield),
    assuming("__VERIFIER_assume"),
    asserting("__VERIFIER_assert", verifierAssert),
    {"__VERIFIER_error",        kExact, kNo,  verifierError},
    {"reach_error",             kExact, kNo,  verifierError},
    sync("__VERIFIER_atomic_begin", kBegin, atomicBegin),
    ending("__VERIFIER_atomic_end"),
});

} // namespace
} // namespace rbcheck
