//===- search/policy/Operation.h - What a step touches of others ----------===//
//
// The memory of a pending visible operation (interp/exec/Effects.h), for orders
// and searches that prefer steps which matter to each other. Two operations
// interfere if they touch the same memory and one of them writes; what locks
// and other synchronisation objects are touched with counts as well.
//
// Tested by test/unit/PoliciesTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

namespace rbcheck {

struct Operation {
  uint16_t thread = 0;
  Accesses ranges;
};

/// The pending operation of a thread that is not finished.
Operation pendingOperation(const State &state, uint16_t thread);

bool interferes(const Operation &a, const Operation &b);

} // namespace rbcheck
