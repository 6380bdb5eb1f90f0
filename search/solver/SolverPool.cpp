//===- search/solver/SolverPool.cpp - The solvers of a run ----------------===//
#include "search/solver/SolverPool.h"

#include "search/solver/BitSolver.h"
#include "search/solver/CachingSolver.h"

namespace rbcheck {

class SolverPool::Borrower final : public Solver {
public:
  explicit Borrower(std::shared_ptr<SolverPool> pool)
      : pool_(std::move(pool)) {}

  Answer isPossible(llvm::ArrayRef<TermRef> conditions,
                    Assignment *example) override {
    std::unique_ptr<Solver> solver = pool_->take();
    const Answer answer = solver->isPossible(conditions, example);
    pool_->giveBack(std::move(solver));
    return answer;
  }

private:
  std::shared_ptr<SolverPool> pool_;
};

std::unique_ptr<Solver> SolverPool::borrower() {
  return std::make_unique<Borrower>(shared_from_this());
}

std::unique_ptr<Solver> SolverPool::take() {
  {
    std::lock_guard guard(lock_);
    if (!idle_.empty()) {
      std::unique_ptr<Solver> solver = std::move(idle_.back());
      idle_.pop_back();
      return solver;
    }
  }
  return makeSolver(limits_);
}

void SolverPool::giveBack(std::unique_ptr<Solver> solver) {
  std::lock_guard guard(lock_);
  idle_.push_back(std::move(solver));
}

SolverStats SolverPool::total() const {
  std::lock_guard guard(lock_);
  SolverStats total;
  for (const std::unique_ptr<Solver> &solver : idle_) {
    const SolverStats &stats = solver->stats();
    total.queries += stats.queries;
    total.asBefore += stats.asBefore;
    total.parts += stats.parts;
    total.byCache += stats.byCache;
    total.byModel += stats.byModel;
    total.byBits += stats.byBits;
    total.bySolver += stats.bySolver;
    total.unknown += stats.unknown;
    total.seconds += stats.seconds;
  }
  return total;
}

std::unique_ptr<Solver> makeSolver(const SolverLimits &limits) {
  return std::make_unique<CachingSolver>(makeBitSolver(makeZ3Solver(limits)),
                                         limits.run);
}

} // namespace rbcheck
