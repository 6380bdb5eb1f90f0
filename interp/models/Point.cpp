//===- interp/models/Point.cpp - Points of instrumented code --------------===//
//
// Code that was instrumented for a native replay (passes/Instrument.h) calls
// __rb_point before every place where something can happen. Here the call only
// tells the observer, so the steps of such a program are those of the program
// without it. Tested by test/native.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Model.h"

namespace rbcheck {
namespace {

/// void __rb_point(uint64_t id)
ModelResult passPoint(ModelCall &call) {
  Core &core = call.core();
  if (core.witness)
    core.witness->passedPoint(call.thread(), call.arg(0),
                               [&](auto visit) { core.walkFrames(visit); });
  return call.retVoid();
}

const RegisterModels kPointModels({
    {"__rb_point", Fidelity::Exact, Visible::No, passPoint},
});

} // namespace
} // namespace rbcheck
