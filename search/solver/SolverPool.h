//===- search/solver/SolverPool.h - The solvers of a run ------------------===//
//
// makeSolver gives what answers a question: the laws of terms, what is known
// (CachingSolver.h), bits (BitSolver.h), Z3 (Z3Solver.h), in this order.
//
// The machines of a run ask the same questions: members of a search explore the
// same program. A machine therefore has no solver of its own; for each question
// it borrows one, and there are as many as questions at once. With one thread
// that is one, which knows all answers.
//
// Threads: any may ask. Tested by test/unit/SolverTest.cpp.
// Background: docs/inputs.md.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/solver/Z3Solver.h"

#include <mutex>
#include <vector>

namespace rbcheck {

std::unique_ptr<Solver> makeSolver(const SolverLimits &limits = {});

class SolverPool : public std::enable_shared_from_this<SolverPool> {
public:
  explicit SolverPool(const SolverLimits &limits) : limits_(limits) {}

  /// For a machine; it keeps the pool.
  std::unique_ptr<Solver> borrower();
  /// Of all solvers; while none is lent.
  SolverStats total() const;

private:
  class Borrower;
  std::unique_ptr<Solver> take();
  void giveBack(std::unique_ptr<Solver> solver);

  const SolverLimits limits_;
  mutable std::mutex lock_;
  std::vector<std::unique_ptr<Solver>> idle_; ///< the last one used last
};

} // namespace rbcheck
