//===- search/solver/Z3Solver.h - Questions about terms, by Z3 ------------===//
//
// makeSolver gives what a worker of a search uses: one object per thread, which
// asks Z3 only what is neither obvious nor known (CachingSolver.h). An answer
// that takes too long is Unknown, never a guess.
//
// The limit that counts is Z3's own measure of work, so that the outcome does
// not depend on the machine's load; that in milliseconds only stops what this
// measure misses. When the run's time is over or it is interrupted, a query
// that is under way ends within some hundredths of a second.
//
// Tested by test/unit/SolverTest.cpp. Background: docs/inputs.md.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Solver.h"
#include "search/run/Limits.h"

#include <memory>
#include <mutex>

namespace rbcheck {

/// What all solvers of a run did together, once they are gone.
class SolverTally {
public:
  void add(const SolverStats &stats);
  SolverStats total() const;

private:
  mutable std::mutex mutex_;
  SolverStats total_;
};

struct SolverLimits {
  /// Of Z3's resource count, per query; some 3 to 10 million are a second.
  uint32_t work = 50'000'000;
  uint32_t milliseconds = 60'000; ///< per query; both: 0 = none
  Limits run;                     ///< time and interruption of the whole run
  std::shared_ptr<SolverTally> tally; ///< null: nobody asks
};

std::unique_ptr<Solver> makeSolver(const SolverLimits &limits = {});
/// Z3 itself, which is asked every time.
std::unique_ptr<Solver> makeZ3Solver(const SolverLimits &limits = {});

} // namespace rbcheck
