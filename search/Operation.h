//===- search/Operation.h - What a step touches that others can notice ----===//
//
// The memory of a pending visible operation, for orders and searches that
// prefer steps which matter to each other. Two operations interfere if they
// touch the same memory and one of them writes; a library call that names no
// ranges (a lock, a condition variable) writes to what its first two arguments
// point to.
//
// Used as a heuristic only: nothing is left out because of it.
// Tested by test/unit/PoliciesTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

namespace rbcheck {

struct Operation {
  uint16_t thread = 0;
  uint8_t ranges = 0;
  Access range[2];
};

/// The pending operation of a thread that is not finished.
Operation pendingOperation(const State &state, uint16_t thread);

bool interferes(const Operation &a, const Operation &b);

} // namespace rbcheck
