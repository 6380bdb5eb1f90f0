//===- interp/program/CallForm.h - What a call instruction says of itself -===//
//
// Fields of Call, CallIndirect and CallModel that are no operands: what would
// be asked for at every call and return, answered once (Decode.cpp):
//
//   b     kTakes + the number of slots that the call takes as its result
//   imm   Call: slots of the caller's frame, if the callee is ordinary and gets
//         as many slots as it has parameters. So the new frame is known without
//         looking at the old one.
//
// Where b or imm is 0, nothing was answered.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

namespace rbcheck {

constexpr uint16_t kTakes = 1;

/// A call makes a frame of it and nothing else.
inline bool isOrdinary(const Function &function) {
  return !function.variadic && !function.returnsTwice;
}

} // namespace rbcheck
