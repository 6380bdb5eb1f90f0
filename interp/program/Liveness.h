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

/// The instructions for which it is worked out.
enum class LiveAt : uint8_t {
  Stops,     ///< where a thread can stand; for a call: once it has returned
  Everywhere, ///< all, before they are executed; calls as above
  Decisions   ///< all, before they are executed, calls included: what is read
              ///< once they have returned is among it
};

/// Fills liveIndex and livePool of a decoded function.
void computeLiveness(const Program &program, Function &function,
                     LiveAt places = LiveAt::Stops);

} // namespace rbcheck
