//===- interp/program/Liveness.h - Which slots still matter where ---------===//
//
// Two states that differ only in slots nobody will read have the same future.
// So a state is compared and hashed without them: Function::liveIndex and
// livePool say which slots count wherever a thread can stand.
//
// Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

namespace rbcheck {

/// Fills liveIndex and livePool of a decoded function.
void computeLiveness(const Program &program, Function &function);

} // namespace rbcheck
