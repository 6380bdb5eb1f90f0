//===- interp/state/symbolic/Solver.h - Questions about terms -------------------===//
//
// What the machine asks: can all these conditions hold at once, and with which
// inputs? The answer comes from outside (search/solver), so that the machine
// does not depend on a solver.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Term.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace rbcheck {

/// Values of inputs by number; those that are missing are 0.
using Assignment = llvm::DenseMap<uint32_t, uint64_t>;

/// How questions were answered, and at what cost.
struct SolverStats {
  uint64_t queries = 0;   ///< asked by the machine
  uint64_t asBefore = 0;  ///< the same question was asked before
  uint64_t parts = 0;     ///< of the others, that share no input
  uint64_t byCache = 0;   ///< parts asked before
  uint64_t byModel = 0;   ///< parts for which an older example holds
  uint64_t byBits = 0;    ///< parts decided bit by bit
  uint64_t bySolver = 0;  ///< parts Z3 was asked
  uint64_t unknown = 0;   ///< of those, without an answer
  double seconds = 0;     ///< from questions to answers, all that takes
};

class Solver {
public:
  enum class Answer { Yes, No, Unknown }; ///< Unknown: out of time

  virtual ~Solver() = default;
  /// Can the conditions (1 bit each) hold together? With `example`: how.
  virtual Answer isPossible(llvm::ArrayRef<TermRef> conditions,
                            Assignment *example = nullptr) = 0;
  const SolverStats &stats() const { return stats_; }

protected:
  SolverStats stats_;
};

} // namespace rbcheck
