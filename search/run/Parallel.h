//===- search/run/Parallel.h - Many workers -------------------------------===//
//
// One exhaustive depth-first search by all workers together: they share the
// visited set and hand work to who has none (WorkPool.h). Each worker has a
// machine and a context of its own; the books of all contexts are added up
// before they are balanced, so forgotten work shows as with one worker.
//
// And teams of independent searches: the members are dealt out to the workers.
// Tested by test/search/parallel.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/Checkpoint.h"
#include "search/run/Team.h"

#include <functional>

namespace rbcheck {

/// Calls work(0) .. work(count - 1), each in a thread of its own if there are
/// enough, and returns when all have returned.
void runWorkers(uint32_t count, llvm::function_ref<void(uint32_t)> work);

/// One search by several workers that share what is to be done (another()).
/// None if it has to be begun again with locality off.
std::optional<Result> runTogether(const Program &program,
                                  const MachineOptions &machine,
                                  ContextOptions context, uint32_t jobs,
                                  std::unique_ptr<Search> first);

class SharedSearch {
public:
  SharedSearch(const Program &program, const CheckOptions &options);

  StateSet &visited() { return *visited_; }
  /// Before run(): goes on where another one stopped; visited() is filled.
  void goOn(Checkpoint checkpoint);

  /// Before run(): saves what is done and what is left every now and then.
  using Save = std::function<llvm::Error(const Checkpoint &)>;
  void saveEvery(double seconds, Save save);

  /// None if it has to be begun again with locality off.
  std::optional<Result> run();

  /// After run(): what a search that was stopped has left.
  const Checkpoint &left() const { return left_; }

private:
  /// Close to the memory limit: the visited set of all is made smaller.
  void shrink(llvm::ArrayRef<SharedContext *> contexts);

  const Program &program_;
  CheckOptions options_;
  std::shared_ptr<StateSet> visited_;
  std::optional<Checkpoint> before_; ///< without its works
  std::vector<Work> works_;
  double saveEvery_ = 0; ///< seconds; 0 = never
  Save save_;
  Checkpoint left_;
};

} // namespace rbcheck
