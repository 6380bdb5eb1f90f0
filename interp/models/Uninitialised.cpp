//===- interp/models/Uninitialised.cpp - Values that nobody gave ----------===//
//
// passes/Uninitialised.h calls these: for the value of a local that was never
// given one, or, where too many values would have to be tried, before such a
// value decides. rbcheck takes 0 then, a real program may have anything.
// Tested by test/models/uninitialised*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Sync.h"

namespace rbcheck {
namespace {

/// void __rb_uninitialised(void)
ModelResult uninitialised(ModelCall &call) {
  if (call.reportsUnset())
    return call.fault(FaultKind::Uninitialised,
                      "what is done here depends on a variable that was never "
                      "given a value");
  call.approximationOf(ApproximationKind::Uninitialised, "a local variable");
  return call.retVoid();
}

/// void __rb_uninitialised_unless(_Bool isGiven)
ModelResult uninitialisedUnless(ModelCall &call) {
  return call.arg(0) & 1 ? call.retVoid() : uninitialised(call);
}

unsigned countValues(ModelCall &call) {
  return unsigned(std::max<size_t>(1, call.representatives().size()));
}

/// TYPE __rb_uninitialised_TYPE(void)
/// One of those that stand for all.
ModelResult value(ModelCall &call) {
  if (call.representatives().empty()) {
    call.approximationOf(ApproximationKind::Uninitialised, "a local variable");
    return call.ret(0);
  }
  return call.ret(call.representatives()[call.choice()]);
}

constexpr Model open(const char *name) {
  Model model =
      sync(name, {Act::Choice, Family::None, -1}, value, countValues);
  model.isOpen = true;
  return model;
}

const RegisterModels kUninitialisedModels({
    {"__rb_uninitialised", Fidelity::Exact, Visible::No, uninitialised},
    {"__rb_uninitialised_unless", Fidelity::Exact, Visible::No,
     uninitialisedUnless},
    open("__rb_uninitialised_i1"),
    open("__rb_uninitialised_i8"),
    open("__rb_uninitialised_i16"),
    open("__rb_uninitialised_i32"),
    open("__rb_uninitialised_i64"),
    open("__rb_uninitialised_ptr"),
});

} // namespace
} // namespace rbcheck
