//===- tools/report/WaitCycle.h - A deadlock's circle, drawn --------------===//
//
// If threads wait for each other in a circle, draws it:
//
//   T1 ab holds a.mu, waits for b.mu  <--+
//     |                                  |
//     v                                  |
//   T2 ba holds b.mu, waits for a.mu  ---+
//
// Tested by test/cli/report-deadlock.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

namespace rbcheck {

/// The threads of the circle in the order in which each waits for the next;
/// empty if there is none.
std::vector<uint32_t> threadsInCycle(const TraceData &trace);

/// The picture with a title, or "".
std::string waitCycle(const TraceData &trace);

} // namespace rbcheck
