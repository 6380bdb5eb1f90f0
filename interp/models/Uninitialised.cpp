//===- interp/models/Uninitialised.cpp - Values that nobody gave ----------===//
//
// passes/Uninitialised.h calls it where a value decides that the program never
// gave: rbcheck takes 0, a real program may have anything.
// Tested by test/models/uninitialised.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Model.h"

namespace rbcheck {
namespace {

/// void __rb_uninitialised(void)
ModelResult uninitialised(ModelCall &call) {
  call.approximationOf(ApproximationKind::Uninitialised, "a local variable");
  return call.retVoid();
}

const RegisterModels kUninitialisedModels({
    {"__rb_uninitialised", Fidelity::Exact, Visible::No, uninitialised},
});

} // namespace
} // namespace rbcheck
