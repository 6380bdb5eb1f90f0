//===- search/solver/Z3Solver.h - Questions about terms, by Z3 ------------===//
//
// An answer that takes too long is Unknown, never a guess. The limit that counts
// is Z3's own measure of work, so that the outcome does not depend on the
// machine's load; that in milliseconds only stops what this measure misses. When
// the run's time is over or it is interrupted, a query that is under way ends
// within some hundredths of a second.
//
// Tested by test/unit/SolverTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Solver.h"
#include "search/run/Limits.h"

#include <memory>

namespace rbcheck {

struct SolverLimits {
  /// Of Z3's resource count, per query; some 3 to 10 million are a second.
  uint32_t work = 50'000'000;
  uint32_t milliseconds = 60'000; ///< per query; both: 0 = none
  Limits run;                     ///< time and interruption of the whole run
};

/// Z3 itself, which is asked every time.
std::unique_ptr<Solver> makeZ3Solver(const SolverLimits &limits = {});

} // namespace rbcheck
