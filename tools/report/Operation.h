//===- tools/report/Operation.h - Library calls as kinds of operation -----===//
//
// The word that a trace has for what a library function does, by the role that
// its model's row gives it (interp/roles/Role.h).
// Tested by test/trace/operations.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/roles/Role.h"
#include "tools/report/TraceData.h"

namespace rbcheck {

OpKind operationOf(Act act);

/// Takes or gives back a lock that HeldLock lists.
bool isLocking(OpKind kind);

} // namespace rbcheck
