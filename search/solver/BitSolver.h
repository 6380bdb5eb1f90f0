//===- search/solver/BitSolver.h - Easy questions, bit by bit -------------===//
//
// Most questions of a search are easy and like the last one: for them a circuit
// over the bits of the inputs that is kept (Circuit.h), and a few conflicts
// (Clauses.h), are enough. What takes more conflicts than a fixed number, or has
// operations that the circuit does not take, is asked of the solver behind.
//
// A Yes comes with an example for which the conditions were evaluated. A No
// rests on the circuit and the clauses alone.
//
// Tested by test/unit/BitSolverTest.cpp: against Z3 and all inputs tried.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Solver.h"

#include <memory>

namespace rbcheck {

struct BitLimits {
  uint64_t conflicts = 500; ///< of a question, then the solver behind is asked
  size_t learned = 10'000;  ///< clauses, then half of them are dropped
  size_t words = 1'000'000; ///< of all clauses, then the circuit is made anew
};

std::unique_ptr<Solver> makeBitSolver(std::unique_ptr<Solver> behind,
                                      const BitLimits &limits = {});

} // namespace rbcheck
