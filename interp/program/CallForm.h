//===- interp/program/CallForm.h - What a call instruction says of itself -===//
//
// Fields of Call, CallIndirect and CallModel that are no operands: what would
// be asked for at every call and return, answered once (Decode.cpp):
//
//   b     kTakes + the number of slots that the call takes as its result
//   imm   Call: its number in the table of the program's direct calls (`calls`)
//
// Where b is 0, nothing was answered. Call 0 is none: there is never room for it.
//
// The next call of a thread has to wait for all that this one looks up, so what
// an ordinary call needs stands together in the table.
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

/// How an ordinary call of `callee` is made that passes what is in `slots`.
inline DirectCall callOf(const Function &callee, const uint16_t *slots,
                         uint32_t callerSlots) {
  return {&callee,           callee.code.data(),
          slots,             callee.constants.data(),
          callerSlots,       callee.frameSlots,
          callee.paramSlots, callee.constBase,
          uint32_t(callee.constants.size())};
}

/// Answers all that is asked here. All functions have to be known.
void prepareCalls(Program &program);
/// The table of a program: one that is prepared, or a copy of it in which
/// instructions have other opcodes.
std::vector<DirectCall> directCalls(const Program &prepared,
                                    const Program &program);

} // namespace rbcheck
