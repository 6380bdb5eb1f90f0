//===- search/guide/Callee.h - Which function a parked thread calls next --===//
//
// A call through a pointer may enter many functions; where a thread stands
// just before it, its registers or the object it calls say which one. Known is
// a callee that lies in a register, or that is loaded from the vtable of an
// object whose address lies in a register: such a table does not change.
//
// Tested by test/unit/DistanceTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"
#include "interp/state/OpenState.h"

#include <optional>

namespace rbcheck {

struct NextCall {
  uint32_t pc = 0;     ///< of the CallIndirect, in the function of the frame
  uint32_t callee = 0; ///< what it will enter
};

/// The call that the frame, a thread's innermost, must come to without any
/// branch or other call before it, if its callee is known.
std::optional<NextCall> nextIndirectCall(const Program &program,
                                         const OpenState &state,
                                         const FrameNode &top);

} // namespace rbcheck
