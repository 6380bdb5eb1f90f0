//===- interp/state/symbolic/Values.h - Which values a term can have ------------===//
//
// An address or a size that depends on inputs is tried with each of its values,
// up to a limit. Which values are chosen depends on the conditions alone, not
// on the examples a solver happens to give.
// Tested by test/unit/SolverTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Solver.h"

namespace rbcheck {

struct ValueSet {
  llvm::SmallVector<uint64_t> values; ///< ascending, as unsigned numbers
  bool isComplete = false;            ///< there are no others
  bool isKnown = false; ///< the solver had an answer to all questions
};

/// Values of `of` where the conditions hold: all of them, or, if there are more
/// than `limit`, the smallest and the largest ones, half of `limit` each.
ValueSet possibleValues(Solver &solver, llvm::ArrayRef<TermRef> conditions,
                        TermRef of, unsigned limit);

} // namespace rbcheck
