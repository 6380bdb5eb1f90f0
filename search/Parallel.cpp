//===- search/Parallel.cpp - One exhaustive search by many workers --------===//
#include "search/Parallel.h"

#include "search/Checkpoint.h"
#include "search/DepthFirst.h"
#include "search/WorkPool.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace rbcheck {

namespace {

/// Steps after which a worker looks whether others have nothing to do; often
/// at first, so that all of them soon have.
constexpr uint64_t kFirstTurn = 8, kLastTurn = 1'000;
/// Handing over costs as many steps as the node is deep; so deeper ones only
/// after more steps of one's own.
constexpr uint64_t kStepsPerDepth = 2;

/// What the workers tell the user together.
class SharedMonitor final : public SearchMonitor {
public:
  SharedMonitor(SearchMonitor *to, const StateSet &visited)
      : to_(to), visited_(visited) {}

  void progress(const Statistics &stats, uint32_t depth) override {
    Statistics all = stats;
    all.states = visited_.size();
    std::lock_guard lock(mutex_);
    to_->progress(all, depth);
  }
  void newState(const SearchNode &node, Machine &machine) override {
    std::lock_guard lock(mutex_);
    to_->newState(node, machine);
  }
  void pathEnded(StepEnd end, Machine &machine) override {
    std::lock_guard lock(mutex_);
    to_->pathEnded(end, machine);
  }
  void faulted(const Violation &violation) override {
    std::lock_guard lock(mutex_);
    to_->faulted(violation);
  }

private:
  SearchMonitor *to_;
  const StateSet &visited_;
  std::mutex mutex_;
};

class Worker {
public:
  Worker(const Program &program, const MachineOptions &machine,
         const ContextOptions &context, WorkPool &pool, uint32_t number)
      : machine_(program, machine), context_(machine_, context), pool_(pool) {
    context_.numberFrom(uint64_t(number) << 40);
  }

  SearchContext &context() { return context_; }
  Machine &machine() { return machine_; }

  void run(bool hasRoot) {
    if (hasRoot) {
      search_.push(context_, context_.root());
      explore();
    } else {
      context_.standBy();
    }
    while (!context_.isStopped()) {
      std::optional<Work> work = pool_.take();
      if (!work)
        return;
      if (work->numbers.isExpanded)
        search_.push(context_.adopt(*work), work->choices);
      else
        search_.push(context_, context_.adopt(*work));
      explore();
    }
    pool_.close();
  }

  /// What is left when the search was stopped.
  void giveAll(std::vector<Work> &out) { search_.giveAll(out); }

private:
  /// Until nothing is left, giving away what others can do.
  void explore() {
    uint64_t sinceGiven = 0, turn = kFirstTurn;
    while (!search_.isEmpty() && !context_.isStopped() && !pool_.isClosed()) {
      context_.giveTurn(turn);
      search_.run(context_);
      sinceGiven += turn;
      turn = std::min(2 * turn, kLastTurn);
      if (pool_.isHungry() && search_.canGive() &&
          search_.oldest().depth * kStepsPerDepth < sinceGiven) {
        pool_.give(search_.giveOldest());
        sinceGiven = 0;
      }
    }
    pool_.beIdle();
  }

  Machine machine_;
  SearchContext context_;
  DepthFirst search_;
  WorkPool &pool_;
};

} // namespace

void runWorkers(uint32_t count, llvm::function_ref<void(uint32_t)> work) {
  namespace tbb = oneapi::tbb;
  tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                              std::max<size_t>(count, 1));
  tbb::task_arena arena(int(count), 1);
  arena.execute([&] {
    tbb::task_group group;
    for (uint32_t i = 1; i < count; ++i)
      group.run([&, i] { work(i); });
    group.run_and_wait([&] { work(0); });
  });
}

SharedSearch::SharedSearch(const Program &program, const CheckOptions &options,
                           bool locality)
    : program_(program), options_(options),
      visited_(makeSharedSet(options.context.visited)) {
  options_.machine.locality &= locality;
  options_.context.sharedVisited = visited_;
}

void SharedSearch::goOn(Checkpoint checkpoint) {
  before_ = std::move(checkpoint);
}

std::optional<Result> SharedSearch::run() {
  SharedMonitor monitor(options_.context.monitor, *visited_);
  if (options_.context.monitor)
    options_.context.monitor = &monitor;
  WorkPool pool;
  uint32_t workersBefore = 0;
  if (before_) {
    workersBefore = before_->workers;
    for (Work &work : before_->works)
      pool.give(std::move(work));
  } else {
    pool.beBusy(); // the first worker has the root
  }
  std::vector<std::unique_ptr<Worker>> workers;
  for (uint32_t i = 0; i < options_.jobs; ++i)
    workers.push_back(std::make_unique<Worker>(program_, options_.machine,
                                               options_.context, pool,
                                               workersBefore + i));
  runWorkers(options_.jobs, [&](uint32_t number) {
    workers[number]->run(number == 0 && !before_);
  });

  SearchContext &sum = workers.front()->context();
  for (size_t i = 1; i < workers.size(); ++i)
    sum.absorb(workers[i]->context());
  if (before_) {
    sum.add(before_->books, before_->cutReason);
    for (const auto &[text, place] : before_->approximations)
      workers.front()->machine().addApproximation(text, place);
  }
  if (sum.mustRestart())
    return std::nullopt;
  left_ = Checkpoint{options_.machine.locality,
                     workersBefore + options_.jobs,
                     sum.books(),
                     sum.cutReason(),
                     workers.front()->machine().approximations(),
                     {}};
  for (const auto &worker : workers)
    worker->giveAll(left_.works);
  while (std::optional<Work> work = pool.takeNow())
    left_.works.push_back(std::move(*work));
  return sum.finish();
}

} // namespace rbcheck
