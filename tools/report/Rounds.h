//===- tools/report/Rounds.h - Steps that a trace repeats -----------------===//
//
// A loop gives the same few steps over and over. A report shows the first and
// the last round and says how many are between them.
// Tested by test/report/rounds.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

namespace rbcheck {

/// Steps begin .. begin + period * count - 1 are `count` times the same but for
/// their values.
struct Rounds {
  size_t begin = 0;
  size_t period = 0;
  size_t count = 0;
  size_t end() const { return begin + period * count; }
};

/// In the order of the trace, not overlapping. No step that is in `kept` is in a
/// round between the first and the last one.
std::vector<Rounds> findRounds(const TraceData &trace,
                               const std::vector<bool> &kept);

} // namespace rbcheck
